// Keys of what a seat has observed: equal for equal observations.

/** A digest of a text: 32 hexadecimal digits. It is no secret and protects nothing, so it is made to be quick. */
export function digest(text) {
  const lanes = [1779033703, 3144134277, 1013904242, 2773480762];
  const factors = [597399067, 2869860233, 951274213, 2716044179];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    for (let lane = 0; lane < 4; lane++) lanes[lane] = lanes[(lane + 1) & 3] ^ Math.imul(lanes[lane] ^ code, factors[lane]);
  }
  for (let turn = 0; turn < 2; turn++) {
    for (let lane = 0; lane < 4; lane++) lanes[lane] = Math.imul(lanes[(lane + 2) & 3] ^ (lanes[lane] >>> (18 - lane)), factors[lane]);
    lanes[0] ^= lanes[1] ^ lanes[2] ^ lanes[3];
    for (let lane = 1; lane < 4; lane++) lanes[lane] ^= lanes[0];
  }
  return lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}
