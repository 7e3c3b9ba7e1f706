"""What a game is: its rules, the state graph they unfold to, its class, and its normal and extensive forms."""
