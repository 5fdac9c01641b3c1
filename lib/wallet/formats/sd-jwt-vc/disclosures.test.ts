import { createHash, randomBytes } from 'node:crypto'
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { WalletStop } from '../../errors'
import { readJws } from '../../jose/jws'
import type { JsonObject } from '../../json'
import { unpackDisclosures } from './disclosures'

const hasher = async (data: string | ArrayBuffer): Promise<Uint8Array> =>
  createHash('sha256')
    .update(typeof data === 'string' ? data : Buffer.from(data))
    .digest()
const library = new SDJwtVcInstance({
  signAlg: 'ES256',
  signer: async () => 'c2ln',
  hashAlg: 'sha-256',
  hasher,
  saltGenerator: async (length: number) => randomBytes(length).toString('base64url'),
})

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

describe('the disclosures of a credential', () => {
  it('give the claims that an independent library put in and reads out', async () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }))
    const claims = fc.record({ a: value, b: value, 'ü "~.': value })
    await fc.assert(
      fc.asyncProperty(claims, fc.string(), async (members, locality) => {
        const address = { locality, country: 'IT' }
        const payload = { vct: 'urn:x', nationalities: ['IT', 'FR'], address, inner: members }
        const compact = await library.issue(payload, {
          _sd: ['nationalities', 'address', 'inner'],
          nationalities: { _sd: [0, 1] },
          address: { _sd: ['locality', 'country'] },
          inner: { _sd: ['a', 'b', 'ü "~.'] },
        })
        const [jwt = '', ...disclosures] = compact.split('~').slice(0, -1)
        expect(unpackDisclosures(readJws(jwt)!.claims, disclosures)).toEqual(payload)
        expect(await library.getClaims(compact)).toEqual(payload)
      }),
      runs(40),
    )
  })

  it('leave out what was not disclosed, array elements too', () => {
    const shown = encode(['salt', 'a', 1])
    const payload = {
      _sd: [digest(shown), digest('decoy')],
      list: [{ '...': digest('other') }, 'clear'],
      _sd_alg: 'sha-256',
    }
    expect(unpackDisclosures(payload, [shown])).toEqual({ a: 1, list: ['clear'] })
  })

  const member = encode(['salt', 'a', 1])
  const element = encode(['salt', 1])
  const reserved = encode(['salt', '_sd', 1])
  it.each<[string, JsonObject, string[]]>([
    ['No digest covers one of the disclosures', {}, [member]],
    ['A digest is there twice', { _sd: [digest(member), digest(member)] }, [member]],
    ['A disclosure is there twice', { _sd: [digest(member)] }, [member, member]],
    ['A disclosure repeats a member', { a: 0, _sd: [digest(member)] }, [member]],
    ['A disclosure has a reserved name', { _sd: [digest(reserved)] }, [reserved]],
    ['A member is disclosed without a name', { _sd: [digest(element)] }, [element]],
    ['An array element is disclosed with a name', { list: [{ '...': digest(member) }] }, [member]],
    ['An array digest has further members', { list: [{ '...': digest(element), x: 1 }] }, [element]],
    ['A member has the reserved name ...', { x: { '...': 'y' } }, []],
    ['_sd is not an array', { _sd: 'x' }, []],
    ['A digest is not a string', { _sd: [1] }, []],
    ['A disclosure is malformed', {}, [encode({})]],
    ['A disclosure is malformed', {}, ['not base64url!']],
    ['The SD-JWT uses a hash algorithm that the wallet does not know', { _sd_alg: 'sha-1' }, []],
  ])('are refused: %s', (sentence, payload, disclosures) => {
    expect(() => unpackDisclosures(payload, disclosures)).toThrow(sentence)
  })

  it('are refused when they are nested without end', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
    expect(() => unpackDisclosures({ deep }, [])).toThrow('The claims are nested too deeply')
  })

  it('are either read or refused with a sentence, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
        fc.array(fc.string()),
        (payload, disclosures) => {
          try {
            unpackDisclosures(payload, disclosures)
          } catch (error) {
            expect(error).toBeInstanceOf(WalletStop)
          }
        },
      ),
      runs(),
    )
  })
})
