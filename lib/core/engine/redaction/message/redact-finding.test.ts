import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '@/lib/adapters/crypto/ports'
import { runs } from '@/scripts/thorough.mjs'
import { issuerRedaction } from '../../../issuer/redaction/issuer-redaction'
import { checkRegistry } from '../../../issuer-and-verifier'
import type { JudgedFinding } from '../../../shared/ports/finding'
import { declared, isWording, quote, rendered, type Said, say } from '../../../shared/values/wording'
import { verifierRedaction } from '../../../verifier/redaction/verifier-redaction'
import { createRedaction } from '../create-redaction'
import { redactPersonal } from '../values/redact-sensitive'
import { redactVisible, removed } from '../values/redact-text'
import { redactFinding } from './redact-finding'

const fingerprint = (text: string): string => Buffer.from(sha256(text)).toString('hex').slice(0, 16)

const findingWith = (actual: Said): JudgedFinding => ({
  id: 'vp.response.utf8',
  status: 'pass',
  expected: null,
  actual,
  hint: null,
  error: null,
  rejected: false,
})
const redactionWith = (...values: string[]) => {
  const redaction = createRedaction({ profile: verifierRedaction, fingerprint, thumbprint: () => null })
  for (const value of values) redaction.rememberPersonal(value)
  return redaction
}
const shownOf = (actual: Said, ...values: string[]) =>
  redactFinding(findingWith(actual), redactionWith(...values)).actual

describe('a finding that says words of ours alone', () => {
  const fixes = checkRegistry.flatMap(({ reasons }) => Object.values(reasons)[0]?.fix ?? [])

  it.each([
    ['an issuance', issuerRedaction],
    ['a presentation', verifierRedaction],
  ])('is, in %s, what each step by itself makes of it, whatever words of it a person is called by', (_, profile) => {
    for (const hint of fixes) {
      const redaction = createRedaction({ profile, fingerprint, thumbprint: () => null })
      for (const word of hint.split(/[^\p{L}\p{N}]+/u)) if (word.length >= 4) redaction.rememberPersonal(word)
      const redacted = redactVisible(hint, profile.names)
      const shown = profile.isPersonal ? redactPersonal(redacted) : redacted
      const redactedHint = redaction.personalValues.redact(declared(hint), 'finding')
      const expected = redactedHint === hint ? shown : shown === hint ? redactedHint : removed('redacted', hint.length)
      expect(redactFinding(findingWith({ because: declared(hint) }), redaction).actual).toEqual({ because: expected })
    }
  })

  it('stays readable for a holder whose claim has the same value, as a whole or as a part', () => {
    const because = say`The nonce was issued for another session.`
    for (const value of ['nonce', 'another session', String(because), 'issued for another'])
      expect(shownOf({ because }, value)).toEqual({ because: String(because) })
    expect(shownOf(say`another value`, 'another value')).toBe('another value')
  })
})

describe('a finding that quotes something', () => {
  it('keeps our words and hides the value, though both are the same', () => {
    expect(shownOf(say`the nonce ${'nonce'} is another one`, 'nonce')).toBe('the nonce [redacted:5] is another one')
    expect(shownOf(quote('another value'), 'another value')).toBe('[redacted:13]')
  })

  it('hides a value that begins in our words and ends in what is quoted, or the other way round', () => {
    expect(shownOf(say`a key of ${'Mustermann'}`, 'of Mustermann')).toBe('a key [redacted:13]')
    expect(shownOf(say`${'Muster'}mann was seen`, 'Mustermann')).toBe('[redacted:10] was seen')
  })

  it('hides a short one that is all that was seen, and keeps the same word where it is ours', () => {
    expect(shownOf(quote('DE'), 'DE')).toBe('[redacted]')
    expect(shownOf(say`DE`, 'DE')).toBe('DE')
  })

  it('hides it in another spelling too, and keeps what is ours in that spelling', () => {
    expect(shownOf(say`the key of%20${'M%C3%BCller'}`, 'Müller', 'key of')).toBe('the key of [redacted:6]')
    // The two pieces together spell what neither spells alone, so nobody can tell which part is ours.
    expect(shownOf(say`at 100%${'41lexander'}`, 'Alexander')).toBe('at 100[redacted:9]')
  })
})

describe('whatever is concealed', () => {
  const word = fc.stringMatching(/^[A-Za-zäöü ]{0,12}$/)
  const long = fc.stringMatching(/^[A-Za-zäöü]{8,16}$/)

  it('is nowhere outside of what we wrote, and what we wrote stays around it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, word), { maxLength: 4 }),
        word,
        long,
        fc.nat(),
        (pairs, last, value, seed) => {
          const parts = [...pairs.map(([part]) => part), last]
          const values = pairs.map(([, quoted], place) => (place === seed % Math.max(1, pairs.length) ? value : quoted))
          const wording = say(Object.assign([...parts], { raw: parts }), ...values)
          const text = String(shownOf(wording, value))
          const own = parts.filter((part) => part.toLowerCase().includes(value.toLowerCase()))
          // Each of our own pieces may show the value as often as it contains it.
          expect(text.toLowerCase().split(value.toLowerCase()).length - 1).toBeLessThanOrEqual(
            own.reduce((sum, part) => sum + part.toLowerCase().split(value.toLowerCase()).length - 1, 0),
          )
          if (values.length > 0) expect(text).toContain('[redacted:')
        },
      ),
      runs(500),
    )
  })
})

describe('a finding about a presented credential', () => {
  it('loses what a wallet put into the id of a query, and is the same where that is nothing', () => {
    const redaction = redactionWith('Mustermann')
    const finding: JudgedFinding = { ...findingWith(null), subject: { queryId: 'pid', index: 1 } }
    expect(redactFinding(finding, redaction)).toEqual(finding)
    const named = { ...finding, subject: { queryId: 'Mustermann', index: 1 } }
    const shown = { queryId: removed('redacted', 'Mustermann'.length), index: 1 }
    expect(redactFinding(named, redaction)).toEqual({ ...finding, subject: shown })
  })
})

describe('a finding in which nothing is to take out', () => {
  const texts = fc.constantFrom(
    say`a number`,
    quote('ES256'),
    say`seen ${'ES256'} twice`,
    quote(''),
    say`The key of ${3}.`,
  )
  const plain = fc.oneof(texts, fc.constant(null), fc.integer(), fc.boolean())
  const seen: fc.Arbitrary<Said> = fc.oneof(plain, fc.record({ because: texts }), fc.array(plain, { maxLength: 3 }))

  it.each([issuerRedaction, verifierRedaction])('says as JSON what it said', (profile) => {
    const redaction = createRedaction({ profile, fingerprint, thumbprint: () => null })
    redaction.remember('secret-0123456789')
    redaction.rememberPersonal('Mustermann')
    fc.assert(
      fc.property(seen, seen, (expected, actual) => {
        const { expected: wanted, actual: shown } = redactFinding({ ...findingWith(actual), expected }, redaction)
        expect([wanted, shown]).toEqual([rendered(expected), rendered(actual)])
        expect([wanted, shown].some(isWording)).toBe(false)
      }),
      runs(),
    )
  })

  it('names no more than the first members and elements, and says how many are left out', () => {
    const many = Array.from({ length: 205 }, (_, index) => index)
    expect(shownOf(many)).toEqual([...many.slice(0, 200), { truncated: true, omitted: 5 }])
    const members = Object.fromEntries(many.map((index) => [`m${index}`, index]))
    expect(Object.keys(shownOf(members) as object)).toHaveLength(201)
    expect(shownOf(members)).toMatchObject({ m199: 199, omitted: 5 })
  })
})
