// What stands out least: for each colour of pieces on a board, its best contrast (fill or rim) against that one of the grounds of the board where it is worst.
() => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const resolved = (color, under = [255, 255, 255]) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = `rgb(${under.join()})`;
    context.fillRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const isClear = (color) => /^(?:transparent|rgba\(0, 0, 0, 0\)|none)$/.test(color);
  const colorsIn = (text) => text.match(/(?:rgba?|color)\([^()]*\)/g) ?? [];
  const probe = (element, color) => {
    const found = document.createElement("i");
    found.style.color = color;
    element.append(found);
    const told = getComputedStyle(found).color;
    found.remove();
    return told;
  };
  const found = [];
  for (const board of document.querySelectorAll(".board")) {
    let below = board;
    while (isClear(getComputedStyle(below).backgroundColor)) below = below.parentElement ?? document.body;
    const base = resolved(getComputedStyle(below).backgroundColor);
    const grounds = new Map();
    for (const place of board.querySelectorAll(".sq")) {
      for (const color of [getComputedStyle(place).backgroundColor, getComputedStyle(place, "::before").backgroundColor]) {
        const ground = isClear(color) ? base : resolved(color, base);
        grounds.set(ground.join(), ground);
      }
    }
    for (const piece of board.querySelectorAll(".sq .stone, .sq .pawn")) {
      const glyph = piece.querySelector(".glyph, svg") ?? piece;
      const style = getComputedStyle(piece);
      const inner = getComputedStyle(glyph);
      const rims = [...colorsIn(style.boxShadow), ...colorsIn(inner.filter), ...(Number.parseFloat(inner.webkitTextStrokeWidth) > 0 ? [inner.webkitTextStrokeColor] : [])];
      const edges = [probe(piece, "var(--kc)"), ...rims.filter((one) => !/rgba\([^)]*, 0?\.\d+\)/.test(one))].map((one) => resolved(one));
      for (const ground of grounds.values()) found.push({ piece: piece.className, edges: edges.map((one) => one.join()), ground: ground.join(), contrast: Math.max(...edges.map((one) => contrast(one, ground))) });
    }
  }
  return found;
}
