/** A searched place, and the secrets that were found there. */
export interface Leak {
  readonly place: string
  readonly secret: string
  readonly form: string
}

/** The text of a place, as bytes. */
export interface Place {
  readonly name: string
  readonly bytes: Buffer
}

/** The part of a value's base64 that does not depend on what surrounds the value. */
function base64Core(value: string, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]).toString('base64')
  return text.slice(offset === 0 ? 0 : 4, -4)
}

/** The forms that a value may take: plain, percent-encoded, hex, or base64 at any offset. Of equal ones, the first. */
export function formsOf(value: string): ReadonlyMap<string, string> {
  const forms = new Map([
    ['as it is', value],
    ['percent-encoded', encodeURIComponent(value)],
    ['in hex', Buffer.from(value).toString('hex')],
  ])
  for (const offset of [0, 1, 2]) {
    const core = base64Core(value, offset)
    forms.set(`in base64 at offset ${offset}`, core)
    forms.set(`in base64url at offset ${offset}`, core.replaceAll('+', '-').replaceAll('/', '_'))
  }
  const seen = new Set<string>()
  for (const [form, text] of forms) {
    if (seen.has(text)) forms.delete(form)
    seen.add(text)
  }
  return forms
}

/**
 * Length in bytes by which a pattern is recognised; every form of a secret is at least this long. They are its last ones, since
 * all tokens begin alike.
 */
const keyBytes = 8
const filterBits = 22

/** The position of a four-byte word in the filter. */
const slotOf = (word: number): number => Math.imul(word, 0x9e3779b1) >>> (32 - filterBits)

interface Pattern {
  readonly secret: string
  readonly form: string
  readonly bytes: Buffer
}

/**
 * Searches every place for every secret in every form, in one pass over the bytes whatever the number of secrets.
 * Throws for a secret so short that it would be found by chance.
 */
export function findSecrets(places: readonly Place[], secrets: ReadonlyMap<string, string>): Leak[] {
  const patterns = new Map<string, Pattern[]>()
  const filter = new Uint8Array(2 ** filterBits)
  for (const [secret, value] of secrets) {
    if (value.length < 12) throw new Error(`The secret ${secret} is too short to be searched for.`)
    for (const [form, text] of formsOf(value)) {
      const bytes = Buffer.from(text)
      const key = bytes.toString('latin1', bytes.length - keyBytes)
      const alike = patterns.get(key) ?? []
      alike.push({ secret, form, bytes })
      patterns.set(key, alike)
      filter[slotOf(bytes.readInt32LE(bytes.length - keyBytes))] = 1
    }
  }
  const leaks = new Map<string, Leak>()
  for (const { name, bytes } of places) {
    let word = bytes.length < keyBytes ? 0 : bytes.readInt32LE(0) << 8
    for (let at = 0; at + keyBytes <= bytes.length; at++) {
      word = (word >>> 8) | ((bytes[at + 3] ?? 0) << 24)
      if (filter[slotOf(word)] === 0) continue
      for (const pattern of patterns.get(bytes.toString('latin1', at, at + keyBytes)) ?? []) {
        const end = at + keyBytes
        const from = end - pattern.bytes.length
        if (from < 0 || pattern.bytes.compare(bytes, from, end) !== 0) continue
        const { secret, form } = pattern
        leaks.set(JSON.stringify([name, secret, form]), { place: name, secret, form })
      }
    }
  }
  return [...leaks.values()]
}
