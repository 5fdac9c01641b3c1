import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { disclosure, hashOf, knownIssuerInput, makePresentation } from '@/lib/testing/presented/make-presentation'
import { readChanged } from '@/lib/testing/presented/read-changed'
import { runs } from '@/scripts/thorough.mjs'
import type { Json } from '../../../values/json'
import { readPresentation } from './read-presentation'

describe('anything', () => {
  const part = fc.oneof(
    fc.string(),
    fc.json().map((text) => Buffer.from(text).toString('base64url')),
    fc.constantFrom(...makePresentation().split('~')),
    fc.constantFrom('', '.', '..', 'e30.e30.', 'bnVsbA.bnVsbA.AA'),
  )

  it('is read without an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const text = parts.join('~')
        const reading = await readPresentation(text, knownIssuerInput())
        // A part may itself contain tildes.
        expect(reading.disclosures.length).toBeLessThanOrEqual(text.split('~').length)
        // Anything unreadable is never valid.
        if (reading.issuerJwt.unreadable !== null) expect(reading.issuerSignature.result).toBe('unverified')
      }),
      runs(300),
    )
  })

  it('that is changed in one character is no longer good', async () => {
    const text = makePresentation()
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom(...'AZaz09-_~.'), async (at, character) => {
        fc.pre(text[at] !== character)
        const changed = text.slice(0, at) + character + text.slice(at + 1)
        const { issuerSignature, disclosures: read1, kbJwt } = await readPresentation(changed, knownIssuerInput())
        const whole =
          issuerSignature.result === 'valid' &&
          read1.every(({ position, errors }) => position !== null && errors.length === 0) &&
          kbJwt.present &&
          kbJwt.signature.result === 'valid' &&
          kbJwt.sdHash.matches
        expect(whole).toBe(false)
      }),
      runs(300),
    )
  })

  it('is rebuilt from its Disclosures to the claims that they were made of', async () => {
    const { json } = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<Json[]>('x', 1, null, true),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('json'), { maxKeys: 3 }),
      ),
    }))
    const conceal = (value: Json, into: string[]): Json => {
      if (Array.isArray(value))
        return value.map((one) => {
          const text = disclosure(conceal(one, into))
          into.push(text)
          return { '...': hashOf(text) }
        })
      if (value === null || typeof value !== 'object') return value
      return {
        _sd: Object.entries(value).map(([name, one]) => {
          const text = disclosure(name, conceal(one, into))
          into.push(text)
          return hashOf(text)
        }),
      }
    }
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const texts: string[] = []
        const reading = await readChanged({
          payload: { _sd: [], claim: conceal(value, texts) },
          disclosures: texts,
          kb: null,
        })
        expect(reading.claims.claim).toEqual(value)
        expect(reading.disclosedPositions).toHaveLength(texts.length)
        expect(reading.disclosures.every(({ position }) => position?.[0] === 'claim')).toBe(true)
      }),
      runs(100),
    )
  })
})
