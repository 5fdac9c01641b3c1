const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Characters that are decoded: a key of P-521 has 70 bytes, and the work grows with the square of the length. */
const charactersMax = 256

/** Decodes base58btc, the encoding behind multibase `z`; `null` for any other text, and for one that is too long for a key. */
export function fromBase58(text: string): Uint8Array | null {
  if (text.length > charactersMax) return null
  let value = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit === -1) return null
    value = value * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 255n))
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes])
}
