import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '@/lib/adapters/crypto/ports'
import type { Finding } from '../../../ground/ports/finding'
import type { Json } from '../../../ground/values/json'
import { issuerRedaction } from '../../../issuer/redaction/issuer-redaction'
import { verifierRedaction } from '../../../verifier/redaction/verifier-redaction'
import { createRedaction } from '../create-redaction'
import own from '../names/own-phrases.json'
import { hidePersonal } from '../values/hide-personal'
import { removed, scrubVisible } from '../values/scrub-text'
import { scrubFinding } from './scrub-finding'

const fingerprint = (text: string): string => Buffer.from(sha256(text)).toString('hex').slice(0, 16)

const findingWith = (because: string): Finding => ({
  id: 'vp.response.utf8',
  status: 'pass',
  expected: null,
  actual: { because },
  hint: null,
  error: null,
  rejected: false,
})

describe('a finding that says one of our own phrases', () => {
  it.each([
    ['an issuance', issuerRedaction],
    ['a presentation', verifierRedaction],
  ])('is, in %s, what each step by itself makes of it, whatever words of it a person is called by', (_, profile) => {
    for (const phrase of own.phrases) {
      const redaction = createRedaction({ profile, fingerprint, thumbprint: () => null })
      for (const word of phrase.split(/[^\p{L}\p{N}]+/u)) if (word.length >= 4) redaction.conceal(word)
      const scrubbed = scrubVisible(phrase, profile.names)
      const shown = profile.isPersonal ? hidePersonal(scrubbed) : scrubbed
      const hidden = redaction.concealment.hide(phrase, 'finding')
      const expected = hidden === phrase ? shown : shown === phrase ? hidden : removed('redacted', phrase.length)
      expect(scrubFinding(findingWith(phrase), redaction).actual).toEqual({ because: expected })
    }
  })

  it('is looked at whole once it quotes something', () => {
    const redaction = createRedaction({ profile: verifierRedaction, fingerprint, thumbprint: () => null })
    redaction.conceal('Mustermann')
    const [phrase = ''] = own.phrases
    for (const text of [`${phrase} Mustermann`, `Mustermann ${phrase}`])
      expect(JSON.stringify(scrubFinding(findingWith(text), redaction))).not.toContain('Mustermann')
  })
})

describe('a finding about a presented credential', () => {
  const redaction = createRedaction({ profile: verifierRedaction, fingerprint, thumbprint: () => null })
  redaction.conceal('Mustermann')

  it('loses what a wallet put into the id of a query, and is the same where that is nothing', () => {
    const finding: Finding = { ...findingWith('x'), actual: null, subject: { queryId: 'pid', index: 1 } }
    expect(scrubFinding(finding, redaction)).toBe(finding)
    const named = { ...finding, subject: { queryId: 'Mustermann', index: 1 } }
    const shown = { queryId: removed('redacted', 'Mustermann'.length), index: 1 }
    expect(scrubFinding(named, redaction)).toEqual({ ...finding, subject: shown })
  })
})

describe('a finding in which nothing is to take out', () => {
  const [phrase = ''] = own.phrases
  const texts = fc.constantFrom(
    phrase,
    'Mustermann',
    'ES256',
    '',
    'q'.repeat(5000),
    'secret-0123456789',
    'bearer 123456789',
  )
  const values = fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json)
  const seen = fc.oneof(texts, values, fc.record({ because: texts }), fc.array(texts, { maxLength: 3 }))

  it.each([issuerRedaction, verifierRedaction])('is as one that is looked through to its end', (profile) => {
    const redaction = createRedaction({ profile, fingerprint, thumbprint: () => null }, ['secret-0123456789'])
    redaction.conceal('Mustermann')
    fc.assert(
      fc.property(seen, seen, fc.option(texts), (expected, actual, hint) => {
        const finding: Finding = { ...findingWith(''), expected, actual, hint }
        const { subject: _, ...looked } = scrubFinding({ ...finding, subject: { queryId: 'pid', index: 0 } }, redaction)
        expect(JSON.stringify(scrubFinding(finding, redaction))).toBe(JSON.stringify(looked))
      }),
    )
  })
})
