/** The quiet zone: light modules around the code, without which a scanner does not find it. ISO/IEC 18004. */
const QUIET_ZONE = 4
/** Black on bright white, whatever the terminal's colours are. */
const INK = '\u001b[30;107m'
const RESET = '\u001b[0m'

/**
 * Draws a QR code with half blocks, two rows of modules per line. Loads its package only when called, because it may
 * not be installed before.
 * @param {string} text @param {{ colours: boolean }} options `colours: false` draws for a file: dark modules are blocks
 * @returns {Promise<string[]>} lines
 */
export async function terminalQr(text, { colours }) {
  const { create } = await import('qrcode')
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const isDark = (/** @type {number} */ x, /** @type {number} */ y) =>
    x >= 0 && x < size && y >= 0 && y < size && data[y * size + x] === 1
  const lines = []
  for (let y = -QUIET_ZONE; y < size + QUIET_ZONE; y += 2) {
    let line = ''
    for (let x = -QUIET_ZONE; x < size + QUIET_ZONE; x++) {
      const [upper, lower] = [isDark(x, y), isDark(x, y + 1)]
      line += upper ? (lower ? '█' : '▀') : lower ? '▄' : ' '
    }
    lines.push(colours ? `${INK}${line}${RESET}` : line)
  }
  return lines
}
