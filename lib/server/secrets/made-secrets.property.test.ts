import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyString } from '@/lib/core/engine/redaction/fixtures/any-string'
import { hideMadeInSteps, hideMadeInText, madeSearch } from '@/lib/core/engine/redaction/message/hide-made'
import { atOnce } from '@/lib/core/shared/time/pausable-work'
import { addSeconds, epochMillis } from '@/lib/core/shared/time/time'
import type { Json } from '@/lib/core/shared/values/json'
import { undoEncodings } from '@/lib/testing/undo-encodings'
import { runs } from '@/scripts/thorough.mjs'
import { createMadeSecrets, type MadeSecrets } from './made-secrets'

const now = epochMillis(1_800_000_000_000)
const expiresAt = addSeconds(now, 60)
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const secrets = () => createMadeSecrets({ sha256, random: randomBytes, now: () => now })

/** A value as the service makes them: 32 bytes that look random. */
const aValue = fc.nat().map((seed) => sha256(`value ${seed}`).toString('base64url'))

/** Values of this process, and one of before a restart, of which storage knows the digest. */
const knowing: Readonly<Record<string, (value: string) => MadeSecrets>> = {
  'that this process made': (value) => {
    const made = secrets()
    made.note([{ secret: value, expiresAt }])
    return made
  },
  'that storage knows': (value) => {
    const made = secrets()
    made.noteStored([{ kind: 'c_nonce', digest: sha256(value).toString('base64url'), expiresAt, sessionId: null }])
    return made
  },
}

const hexOf = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, '0')
/** Writes each ASCII character that `isChosen` says in another way, and always those that escapes begin with. */
const rewritten = (text: string, write: (letter: string) => string, isChosen: (at: number) => boolean): string =>
  text.replace(/[\0-\x7f]/g, (letter, at: number) =>
    isChosen(at) || letter === '%' || letter === '\\' ? write(letter) : letter,
  )

/** Characters at random places: all of them, or those whose place a number chooses. */
const aChoice = fc
  .option(fc.nat())
  .map((seed) => (at: number) => seed === null || (sha256(`${seed} ${at}`)[0] ?? 0) < 128)
const capitals = fc.boolean().map((isUpper) => (text: string) => (isUpper ? text.toUpperCase() : text))
/** Breaks between characters, as mail and headers have them. */
const aBreak = fc.constantFrom('\n', '\r', '\r\n', '\r\n\t ', '\n  ')
/** Lines of a run of digits; shorter ones are no runs. */
const inLines = fc
  .tuple(fc.option(fc.integer({ min: 16, max: 76 })), aBreak)
  .map(([width, between]) => (text: string) => {
    const lines = width === null ? [text] : (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? [])
    return lines.join(between)
  })
/** What stands before a text; the start of an escape would make another text of it. */
const before = anyString.map((text) => text.replace(/[%\\&]/g, ''))
/** Text beside what is encoded, inside the same encoding. */
const beside = fc.tuple(before, anyString).map(
  ([left, right]) =>
    (text: string) =>
      `${left}${text}${right}`,
)

type Write = (text: string) => string
/** The encodings that docs/redaction.md names. */
const anEncoding: fc.Arbitrary<Write> = fc.oneof(
  fc.tuple(aChoice, capitals).map(
    ([isChosen, cased]): Write =>
      (text) =>
        rewritten(text, (letter) => `%${cased(hexOf(letter))}`, isChosen),
  ),
  fc.tuple(aChoice, capitals, fc.integer({ min: 1, max: 3 })).map(
    ([isChosen, cased, slashes]): Write =>
      (text) =>
        rewritten(text, (letter) => `${'\\'.repeat(slashes)}u00${cased(hexOf(letter))}`, isChosen),
  ),
  fc.tuple(fc.constantFrom('base64', 'base64url'), beside, inLines).map(
    ([encoding, around, lined]): Write =>
      (text) =>
        lined(Buffer.from(around(text)).toString(encoding)),
  ),
  fc.tuple(capitals, beside, inLines).map(
    ([cased, around, lined]): Write =>
      (text) =>
        lined(cased(Buffer.from(around(text)).toString('hex'))),
  ),
)

/** A value in encodings, so many of them in each other, with a line break in it or none. */
const writtenIn = (encodingsMax: number) =>
  fc
    .tuple(
      aValue,
      fc.option(fc.tuple(fc.integer({ min: 1, max: 42 }), aBreak)),
      fc.array(anEncoding, { maxLength: encodingsMax }),
      beside,
    )
    .map(([value, broken, encodings, around]) => {
      const whole = broken === null ? value : value.slice(0, broken[0]) + broken[1] + value.slice(broken[0])
      return { value, text: around(encodings.reduce((text, encode) => encode(text), whole)) }
    })
/** As deep as the search looks. */
const written = writtenIn(3)

const shown = (text: string, made: MadeSecrets): string => hideMadeInText(text, madeSearch(made.search()))
/** The whole of it, and what is enough of it to be recognised. */
const readable = (text: string, value: string): boolean =>
  undoEncodings(text).some((reading) => [value.slice(0, 22), value.slice(-22)].some((part) => reading.includes(part)))

describe.each(Object.entries(knowing))('a value of the service %s', (_name, know) => {
  it('cannot be read afterwards, however it was written', () => {
    fc.assert(
      fc.property(written, ({ value, text }) => {
        const left = shown(text, know(value))
        expect(left).toContain('[redacted:')
        expect(readable(left, value)).toBe(false)
      }),
      runs(500),
    )
  })

  it('cannot be read from names and members, and what is beside it stays', () => {
    fc.assert(
      fc.property(written, fc.jsonValue({ maxDepth: 2 }), ({ value, text }, other) => {
        const record = { a: [{ [text]: other }, { deep: { deeper: text } }], b: other } as Json
        const left = atOnce(hideMadeInSteps(record, madeSearch(know(value).search())))
        expect(readable(JSON.stringify(left), value)).toBe(false)
        expect((left as { b: Json }).b).toBe(other)
      }),
      runs(100),
    )
  })

  it('changes nothing of texts that do not hold it', () => {
    fc.assert(
      // Texts so long that not all of them are searched would be cut.
      fc.property(aValue, writtenIn(2), fc.jsonValue(), (value, { value: another, text }, json) => {
        fc.pre(value !== another)
        const made = know(value)
        expect(shown(text, made)).toBe(text)
        const record = { [text]: [json] } as Json
        expect(atOnce(hideMadeInSteps(record, madeSearch(made.search())))).toBe(record)
      }),
      runs(200),
    )
  })
})
