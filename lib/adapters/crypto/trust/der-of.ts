/** DER of a few types, as far as certificates here need what no library makes. X.690 section 8 */
type Der = Uint8Array<ArrayBuffer>

/** Values here are short: a longer one would need a length of several octets. */
const shortMax = 127

function value(tag: number, content: readonly number[]): Der {
  if (content.length > shortMax) throw new RangeError('The value is too long for a length of one octet.')
  return Uint8Array.of(tag, content.length, ...content)
}

export const sequence = (...members: readonly Der[]): Der =>
  value(
    0x30,
    members.flatMap((member) => [...member]),
  )

/** An object identifier in its dotted form. */
export function oid(dotted: string): Der {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number)
  return value(6, [first * 40 + second, ...others].flatMap(base128))
}

/** A positive integer. */
export function integer(of: number): Der {
  const digits = of.toString(16)
  const bytes = [...Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')]
  return value(2, (bytes[0] ?? 0) < 0x80 ? bytes : [0, ...bytes])
}

/** Seven bits an octet, each but the last one with its highest bit set. */
function base128(arc: number): number[] {
  const octets = [arc & 0x7f]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) octets.unshift((rest & 0x7f) | 0x80)
  return octets
}
