import { describe, expect, it } from 'vitest'
import type { HeldCredential } from '../../formats/stored-credential'
import { createCredentialMaker } from '../../testing/credential-maker'
import { holdCredential } from '../../testing/presenting-wallet'
import { RequestRefused } from '../request/request-refused'
import { type PathStep, readDcqlQuery } from './dcql-query'
import { authorityKeyIdentifier } from './match'
import { selectCredentials } from './select-credentials'

const maker = await createCredentialMaker(Date.now())
const pid = await holdCredential(maker)
const copy = await holdCredential(maker)
const french = await holdCredential(maker, { payload: { nationalities: ['FR'] } })
const badge = await holdCredential(maker, { payload: { vct: 'urn:example:badge' } })

const query = (id: string, changes: object = {}, vct = 'urn:eudi:pid:1') => ({
  id,
  format: 'dc+sd-jwt',
  meta: { vct_values: [vct] },
  ...changes,
})
const claims = (...paths: PathStep[][]) => ({ claims: paths.map((path) => ({ path })) })

/** Which credential answers which query with which claims, or the error code if nothing is sent. */
const select = (dcql: object, held: HeldCredential[] = [pid]) => {
  try {
    return selectCredentials(readDcqlQuery(dcql), held).map(({ query: { id }, credential, claims: shown }) => ({
      id,
      type: credential.type,
      paths: shown.map(({ path }) => path.join('.')),
    }))
  } catch (error) {
    if (error instanceof RequestRefused) return error.code
    throw error
  }
}
const paths = (changes: object, held?: HeldCredential[]) => {
  const found = select({ credentials: [query('a', changes)] }, held)
  return typeof found === 'string' ? found : found[0]?.paths
}

describe('the claims of a credential', () => {
  it.each<[string, PathStep[], string[] | string]>([
    ['a member', ['family_name'], ['family_name']],
    ['a whole object', ['address'], ['address']],
    ['a member of an object', ['address', 'locality'], ['address.locality']],
    ['all elements', ['nationalities', null], ['nationalities.0', 'nationalities.1']],
    ['one element', ['nationalities', 1], ['nationalities.1']],
    ['a claim in the clear', ['vct'], ['vct']],
    ['a member that is not there', ['no_such'], 'access_denied'],
    ['an element that is not there', ['nationalities', 2], 'access_denied'],
    ['an element of an object', ['address', 0], 'access_denied'],
    ['all elements of an object', ['address', null], 'access_denied'],
    ['a member of an array', ['nationalities', 'IT'], 'access_denied'],
    ['a member of a text', ['family_name', 'length'], 'access_denied'],
    ['a name that every object inherits', ['constructor'], 'access_denied'],
  ])('are selected by path: %s', (_what, path, expected) => {
    expect(paths(claims(path))).toEqual(expected)
  })

  it('are none when none are asked for', () => {
    expect(paths({})).toEqual([])
  })

  it('all have to be there', () => {
    expect(paths(claims(['family_name'], ['no_such']))).toBe('access_denied')
  })

  it('count only with the value, in type too, that is asked for', () => {
    const asking = (values: unknown[], path: PathStep[] = ['family_name']) => paths({ claims: [{ path, values }] })
    expect(asking(['Rossi', 'Fabbri'])).toEqual(['family_name'])
    expect(asking(['Rossi'])).toBe('access_denied')
    expect(asking(['FR'], ['nationalities', null])).toEqual(['nationalities.1'])
    expect(asking([0], ['nationalities', 0])).toBe('access_denied')
  })

  it('are those of the first claim set that the credential has', () => {
    const sets = (...claimSets: string[][]) =>
      paths({
        claims: [
          { id: 'a', path: ['no_such'] },
          { id: 'b', path: ['family_name'] },
          { id: 'c', path: ['address', 'country'] },
        ],
        claim_sets: claimSets,
      })
    expect(sets(['a', 'b'], ['c', 'b'], ['b'])).toEqual(['family_name', 'address.country'])
    expect(sets(['b'], ['c'])).toEqual(['family_name'])
    expect(sets(['a'])).toBe('access_denied')
  })
})

describe('the credentials of the wallet', () => {
  it('have to be of a type that is asked for', () => {
    expect(select({ credentials: [query('a', {}, 'urn:example:badge')] }, [pid, badge])).toEqual([
      { id: 'a', type: 'urn:example:badge', paths: [] },
    ])
    expect(select({ credentials: [query('a', {}, 'urn:other')] }, [pid, badge])).toBe('access_denied')
  })

  it('come one for a query, or all that differ where several are wanted', () => {
    const held = [pid, copy, french]
    expect(select({ credentials: [query('a')] }, held)).toHaveLength(1)
    expect(select({ credentials: [query('a', { multiple: true })] }, held)).toHaveLength(2)
    expect(select({ credentials: [query('a', { multiple: true, ...claims(['no_such']) })] }, held)).toBe(
      'access_denied',
    )
  })

  it('all have to be there without credential sets, in the order of the query', () => {
    const both = [query('b', {}, 'urn:example:badge'), query('p')]
    expect(select({ credentials: both }, [pid, badge])).toMatchObject([{ id: 'b' }, { id: 'p' }])
    expect(select({ credentials: both }, [pid])).toBe('access_denied')
    expect(select({ credentials: both }, [])).toBe('access_denied')
  })

  it('may answer several queries', () => {
    expect(select({ credentials: [query('a'), query('b', claims(['family_name']))] })).toMatchObject([
      { id: 'a', paths: [] },
      { id: 'b', paths: ['family_name'] },
    ])
  })

  it('are those of the first option of each credential set that can be satisfied', () => {
    const credentials = [query('a', {}, 'urn:other'), query('b', {}, 'urn:example:badge'), query('c')]
    const choose = (credential_sets: object[], held = [pid, badge]) => {
      const found = select({ credentials, credential_sets }, held)
      return typeof found === 'string' ? found : found.map(({ id }) => id)
    }
    expect(choose([{ options: [['a', 'b'], ['c'], ['b']] }])).toEqual(['c'])
    expect(choose([{ options: [['c', 'b']] }])).toEqual(['b', 'c'])
    expect(choose([{ options: [['a']] }])).toBe('access_denied')
    expect(choose([{ options: [['c']] }, { options: [['a']], required: false }])).toEqual(['c'])
    expect(choose([{ options: [['c']] }, { options: [['b']], required: false }])).toEqual(['b', 'c'])
    expect(choose([{ options: [['c']] }, { options: [['a']] }])).toBe('access_denied')
    // Where nothing is required, nothing satisfies the query.
    expect(choose([{ options: [['a']], required: false }])).toEqual([])
  })

  it('have to come from a trusted authority where those are named', () => {
    const aki = authorityKeyIdentifier(maker.signer.x5c[0]!)
    const from = (...trusted_authorities: object[]) => select({ credentials: [query('a', { trusted_authorities })] })
    expect(aki).toMatch(/^[A-Za-z0-9_-]{27}$/)
    expect(from({ type: 'aki', values: ['AAAA', aki] })).toHaveLength(1)
    expect(from({ type: 'etsi_tl', values: ['x'] }, { type: 'aki', values: [aki] })).toHaveLength(1)
    expect(from({ type: 'aki', values: ['AAAA'] })).toBe('access_denied')
    expect(from({ type: 'etsi_tl', values: ['https://lotl.example'] })).toBe('access_denied')
  })

  it('are not looked at when the wallet knows none of the formats', () => {
    expect(select({ credentials: [{ id: 'a', format: 'ldp_vc', meta: {} }] })).toBe('vp_formats_not_supported')
    expect(select({ credentials: [{ id: 'a', format: 'mso_mdoc', meta: { doctype_value: 'x' } }] })).toBe(
      'access_denied',
    )
    expect(
      select({
        credentials: [{ id: 'a', format: 'ldp_vc', meta: {} }, query('b')],
        credential_sets: [{ options: [['a'], ['b']] }],
      }),
    ).toMatchObject([{ id: 'b' }])
  })

  it('answer under any id', () => {
    expect(select({ credentials: [query('__proto__'), query('constructor')] })).toMatchObject([
      { id: '__proto__' },
      { id: 'constructor' },
    ])
  })
})

describe('a malformed query', () => {
  const one = (changes: object) => ({ credentials: [query('a', changes)] })
  it.each<[string, unknown]>([
    ['no object', []],
    ['no credentials', {}],
    ['empty credentials', { credentials: [] }],
    ['credentials that are no objects', { credentials: ['a'] }],
    ['an id twice', { credentials: [query('a'), query('a')] }],
    ['an id with other characters', { credentials: [query('a b')] }],
    ['no format', one({ format: undefined })],
    ['no meta', one({ meta: undefined })],
    ['a meta without a type', one({ meta: { doctype_value: 'x' } })],
    ['a meta of an mdoc without a type', one({ format: 'mso_mdoc' })],
    ['multiple that is not a boolean', one({ multiple: 'yes' })],
    ['empty claims', one({ claims: [] })],
    ['an empty path', one(claims([]))],
    ['a path with a boolean', one({ claims: [{ path: [true] }] })],
    ['a path with a negative number', one(claims([-1]))],
    ['a path without end', one(claims(Array.from({ length: 33 }, () => 'x')))],
    ['a path with a fraction', one(claims([1.5]))],
    ['a path of an mdoc with one step', one({ format: 'mso_mdoc', meta: { doctype_value: 'x' }, ...claims(['x']) })],
    ['empty values', one({ claims: [{ path: ['x'], values: [] }] })],
    ['a value that is null', one({ claims: [{ path: ['x'], values: [null] }] })],
    ['claim sets without claims', one({ claim_sets: [['a']] })],
    [
      'claim sets and one claim without id',
      one({ claims: [{ id: 'a', path: ['x'] }, { path: ['y'] }], claim_sets: [['a']] }),
    ],
    ['claim sets and a claim without id', one({ ...claims(['x']), claim_sets: [['a']] })],
    ['a claim set with an unknown id', one({ claims: [{ id: 'b', path: ['x'] }], claim_sets: [['a']] })],
    [
      'a claim id twice',
      one({
        claims: [
          { id: 'b', path: ['x'] },
          { id: 'b', path: ['y'] },
        ],
      }),
    ],
    ['no options', { credentials: [query('a')], credential_sets: [{}] }],
    ['an option with an unknown id', { credentials: [query('a')], credential_sets: [{ options: [['b']] }] }],
    ['an empty option', { credentials: [query('a')], credential_sets: [{ options: [[]] }] }],
    ['trusted authorities without values', one({ trusted_authorities: [{ type: 'aki' }] })],
  ])('is refused: %s', (_what, dcql) => {
    expect(() => readDcqlQuery(dcql)).toThrow(RequestRefused)
    expect(() => readDcqlQuery(dcql)).toThrow(/^invalid_request: DCQL: /)
  })

  it('is not one that has more members than the wallet knows', () => {
    const dcql = { credentials: [query('a', { later: 1, meta: { vct_values: ['urn:eudi:pid:1'], x: {} } })], later: [] }
    expect(select(dcql)).toHaveLength(1)
  })
})
