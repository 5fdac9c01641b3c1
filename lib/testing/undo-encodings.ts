const ofHex = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16))

/** How often to decode: once more than anything is encoded. */
const depthMax = 4

/**
 * What a reader sees who repeatedly undoes every encoding and line break of a text: percent-encoding, `\u` escapes,
 * base64, base64url and hexadecimal digits. Written without the code under test.
 */
export function undoEncodings(text: string): string[] {
  const all = [text]
  let newest = [text]
  for (let depth = 0; depth < depthMax && newest.length > 0; depth++) {
    newest = newest.flatMap((one) => {
      const plain = one
        .replace(/%([0-9a-f]{2})/gi, ofHex)
        .replace(/\\+u00([0-9a-f]{2})/gi, ofHex)
        .replace(/\\+[rnt]/g, '')
        .replace(/\s+/g, '')
      const runs = [one, plain].flatMap((written) => written.match(/[\w+/-]{28,}/g) ?? [])
      const bytes = [...new Set(runs)].flatMap((run) => [
        ...[0, 1, 2, 3].map((at) => Buffer.from(run.slice(at), 'base64').toString('latin1')),
        ...[0, 1].map((at) => Buffer.from(run.slice(at), 'hex').toString('latin1')),
      ])
      return [...(plain === one ? [] : [plain]), ...(bytes.length > 0 ? [bytes.join(' ')] : [])]
    })
    all.push(...newest)
  }
  return all
}
