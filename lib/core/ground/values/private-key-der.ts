/** A value in DER: where its content begins and ends. X.690 section 8.1 */
interface Value {
  readonly tag: number
  readonly from: number
  readonly to: number
}

const [integerTag, octetStringTag, oidTag, sequenceTag] = [0x02, 0x04, 0x06, 0x30]
/** The attributes and the public key of PKCS#8, the parameters and the public key of SEC1: `[0]` and `[1]`. */
const optionalTags: readonly number[] = [0xa0, 0xa1, 0x80, 0x81]
/** How many values a private key has at most, with those of an RSA key of several primes. */
const valuesMax = 12
/** A shorter secret is no key: the shortest curve has this many bytes. */
const secretBytesMin = 14

/** The value at a place; `null` where none is, or where it does not end before `end`. */
function valueAt(bytes: Uint8Array, at: number, end: number): Value | null {
  const [tag = 0, first = 0] = bytes.subarray(at, at + 2)
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  if (at + 2 > end || lengthBytes > 3 || first === 0x80) return null
  const from = at + 2 + lengthBytes
  const length = lengthBytes === 0 ? first : bytes.subarray(at + 2, from).reduce((sum, byte) => sum * 256 + byte, 0)
  return from + length > end ? null : { tag, from, to: from + length }
}

/** The values of a sequence that starts the bytes; none of anything else, or of one with very many. */
function membersOf(bytes: Uint8Array): Value[] {
  const sequence = valueAt(bytes, 0, bytes.length)
  if (sequence?.tag !== sequenceTag) return []
  const members: Value[] = []
  for (let at = sequence.from; at < sequence.to; ) {
    const member = valueAt(bytes, at, sequence.to)
    if (member === null || members.length === valuesMax) return []
    members.push(member)
    at = member.to
  }
  return members
}

/**
 * Whether bytes begin with a private key in DER: PKCS#8 (RFC 5958 section 2), SEC1 (RFC 5915 section 3), or PKCS#1 (RFC 8017
 * appendix A.1.2), which all begin with a version of one byte. Told by structure alone, after a few bytes of most others.
 */
export function isPrivateKeyDer(bytes: Uint8Array): boolean {
  const [version, ...others] = membersOf(bytes)
  if (version?.tag !== integerTag || version.to - version.from !== 1 || (bytes[version.from] ?? 2) > 1) return false
  const [first, second] = others
  if (first === undefined) return false
  const areOptional = (rest: readonly Value[]): boolean => rest.every(({ tag }) => optionalTags.includes(tag))
  const isSecret = (value: Value | undefined): boolean =>
    value?.tag === octetStringTag && value.to - value.from >= secretBytesMin
  if (first.tag === sequenceTag) return bytes[first.from] === oidTag && isSecret(second) && areOptional(others.slice(2))
  if (first.tag === octetStringTag) return isSecret(first) && areOptional(others.slice(1))
  // Of RSA eight numbers, of DSA five.
  return others.length >= 5 && others.slice(0, 5).every(({ tag }) => tag === integerTag)
}
