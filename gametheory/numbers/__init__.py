"""Exact numbers: conversion, bisection, and numbers as text."""
