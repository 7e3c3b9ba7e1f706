// A part of the manifest by its address. The manifest is unpacked when it is first asked for: most readers need none.
const manifestPart = (() => {
  "use strict";
  let manifest;
  const unpack = (link) => {
    const bytes = Uint8Array.from(atob(link.slice(link.indexOf(",") + 1)), (sign) => sign.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  };
  return async (address) => {
    manifest ??= unpack(document.getElementById("manifest").href);
    return address.split("/").reduce((part, key) => part[key], await manifest);
  };
})();
