import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import {
  overAsked,
  type RegisteredCredential,
  readRegisteredCredentials,
  registeredCredentials,
} from './registered-credential'

const pid = { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }
const mdoc = { format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } }

const asked = (...credentials: object[]) =>
  registeredCredentials({ credentials: credentials.map((one, index) => ({ id: `c${index}`, ...one })) } as never)

describe('what a query registers', () => {
  it('names the claims of every credential query, whatever set of them a wallet may choose', () => {
    const claims = [
      { id: 'a', path: ['family_name'] },
      { id: 'b', path: ['nationalities', null], values: ['IT'] },
    ]
    expect(
      asked(
        { ...pid, claims, claim_sets: [['a'], ['b']] },
        { ...mdoc, claims: [{ path: [mdoc.meta.doctype_value, 'sex'] }] },
      ),
    ).toEqual([
      { ...pid, claim: [{ path: ['family_name'] }, { path: ['nationalities', null], values: ['IT'] }] },
      { ...mdoc, claim: [{ path: ['eu.europa.ec.eudi.pid.1', 'sex'] }] },
    ])
  })

  it('names all attributes of our PID for a query without claims, and nothing for any other type', () => {
    const [ofPid, ofMdoc, other] = asked(pid, mdoc, { ...pid, meta: { vct_values: ['urn:other'] } })
    expect(ofPid?.claim).toContainEqual({ path: ['address', 'locality'] })
    expect(ofMdoc?.claim).toContainEqual({ path: ['eu.europa.ec.eudi.pid.1', 'resident_city'] })
    expect(other).toEqual({ ...pid, meta: { vct_values: ['urn:other'] } })
  })

  it('is read again from a certificate as it was written', () => {
    const written = asked({ ...pid, claims: [{ path: ['nationalities', null], values: ['IT'] }] }, mdoc, {
      format: 'jwt_vc_json',
      meta: { type_values: [['A']] },
    })
    expect(readRegisteredCredentials(JSON.parse(JSON.stringify(written)))).toEqual(written)
    expect(readRegisteredCredentials(undefined)).toBeNull()
  })

  it('reads whatever a foreign certificate holds without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = readRegisteredCredentials([value, { format: 'x', claim: [value] }, { format: 'x', meta: value }])
        expect(overAsked(read ?? [], read ?? [])).toEqual([])
      }),
      runs(300),
    )
  })
})

describe('what is asked for without being registered', () => {
  const registered = (claim: RegisteredCredential['claim']): RegisteredCredential[] => [
    claim === undefined ? pid : { ...pid, claim },
  ]
  const path = (...steps: (string | number | null)[]) => ({ path: steps })

  it.each([
    ['the same claim', [path('family_name')], [path('family_name')], []],
    ['a claim inside a registered one', [path('address', 'locality')], [path('address')], []],
    ['an element where all are registered', [path('nationalities', 0)], [path('nationalities', null)], []],
    [
      'all elements where one is registered',
      [path('nationalities', null)],
      [path('nationalities', 0)],
      [path('nationalities', null)],
    ],
    ['a claim around a registered one', [path('address')], [path('address', 'locality')], [path('address')]],
    ['one more', [path('family_name'), path('sex')], [path('family_name')], [path('sex')]],
    ['a registered value', [{ path: ['sex'], values: [1] }], [{ path: ['sex'], values: [1, 2] }], []],
    ['any value where some are registered', [path('sex')], [{ path: ['sex'], values: [1] }], [path('sex')]],
    ['anything where all claims are registered', [path('sex')], undefined, []],
    ['all claims where some are registered', undefined, [path('sex')], 'all'],
  ] as const)('%s', (_, claim, known, excess) => {
    const wanted = claim === undefined ? [pid] : [{ ...pid, claim }]
    const expected = excess === 'all' ? [pid] : excess.length === 0 ? [] : [{ ...pid, claim: excess }]
    expect(overAsked(wanted, registered(known))).toEqual(expected)
  })

  it('is a credential of another type or format, whole', () => {
    const other = [{ ...pid, meta: { vct_values: ['urn:eudi:pid:1', 'urn:other'] }, claim: [path('sex')] }, mdoc]
    expect(overAsked(other, [pid, { ...mdoc, meta: { doctype_value: 'org.iso.18013.5.1.mDL' } }])).toEqual(other)
  })

  it('is nothing where several entries register it together', () => {
    const entries = [...registered([path('sex')]), ...registered([path('email')])]
    expect(overAsked(registered([path('email'), path('sex')]), entries)).toEqual([])
  })
})
