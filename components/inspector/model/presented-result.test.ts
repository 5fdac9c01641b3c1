import { describe, expect, it } from 'vitest'
import { claimRows, disclosuresByName, elementsByName } from './presented-result'

const masked = { redacted: true, present: true, length: 5, type: 'string' }
const disclosed = (...path: (string | number)[]) => ({ name: String(path.at(-1)), path, value: masked })
const rows = (requested: (string | number | null)[][], disclosures: object[], claims = {}) =>
  claimRows(requested, { claims, disclosures: disclosures as never }).map(({ name, standing }) => `${name} ${standing}`)

describe('requested claims beside disclosed ones', () => {
  it('distinguishes disclosed, missing and unrequested claims, in the order of the query', () => {
    expect(rows([['family_name'], ['birthdate']], [disclosed('email'), disclosed('family_name')])).toEqual([
      'family_name disclosed',
      'birthdate missing',
      'email unrequested',
    ])
  })

  it('treats what is inside a requested claim as requested, and its ancestors as parents', () => {
    expect(rows([['address']], [disclosed('address'), disclosed('address', 'locality')])).toEqual(['address disclosed'])
    expect(rows([['address', 'locality']], [disclosed('address'), disclosed('address', 'locality')])).toEqual([
      'address.locality disclosed',
      'address parent',
    ])
    expect(rows([['address', 'locality']], [disclosed('address', 'country')])).toEqual([
      'address.locality missing',
      'address.country unrequested',
    ])
  })

  it('knows every element of an array from one of them', () => {
    const both = [disclosed('nationalities', 0), disclosed('nationalities', 1)]
    expect(rows([['nationalities', null]], both)).toEqual(['nationalities.* disclosed'])
    expect(rows([['nationalities', 0]], both)).toEqual(['nationalities.0 disclosed', 'nationalities.1 unrequested'])
  })

  it('recognises what the issuer left in clear text', () => {
    expect(rows([['iss'], ['place', 'town']], [], { iss: 'https://a', place: masked })).toEqual([
      'iss clear',
      'place.town clear',
    ])
  })

  it('knows the elements of an mdoc by namespace and name', () => {
    const element = (namespace: string, name: string) => ({ namespace, element: name, value: masked })
    const documents = [{ elements: [element('ns', 'family_name'), element('other', 'birth_date')] }]
    const found = claimRows(
      [
        ['ns', 'family_name'],
        ['ns', 'birth_date'],
      ],
      { format: 'mso_mdoc', documents },
    )
    expect(found.map(({ name, standing }) => `${name} ${standing}`)).toEqual([
      'ns.family_name disclosed',
      'ns.birth_date missing',
      'other.birth_date unrequested',
    ])
    expect(found[0]?.value).toEqual(masked)
  })

  it('never calls a claim requested whose place is unknown', () => {
    expect(rows([['family_name']], [{ name: 'family_name', path: null, value: masked }])).toEqual([
      'family_name missing',
      'family_name unrequested',
    ])
  })
})

describe('the elements of an mdoc', () => {
  const element = (namespace: unknown, name: unknown, digest_id: number) => ({ namespace, element: name, digest_id })

  it('go by their names in the decoded view, not by their place', () => {
    const elements = [
      element('ns', 'family_name', 7),
      element('ns', 'birth_date', 3),
      element('other', 'family_name', 1),
    ]
    expect(elementsByName({ elements } as never)).toEqual({
      ns: { family_name: { digest_id: 7 }, birth_date: { digest_id: 3 } },
      other: { family_name: { digest_id: 1 } },
    })
  })

  it('are all there, whatever names a wallet in error gives them', () => {
    const names = ['a (2)', 'a', 'a', null, '__proto__']
    const elements = names.map((name, place) => element('ns', name, place))
    const { ns } = elementsByName({ elements } as never)
    expect(Object.keys(ns as object)).toEqual(['a (2)', 'a', 'a (3)', '(unnamed)', '__proto__'])
    expect(elementsByName({})).toEqual({})
  })
})

describe('the Disclosures of an SD-JWT', () => {
  it('go by the claims that they disclose in the decoded view, not by their place', () => {
    const street = { name: 'street_address', path: ['address', 'street_address'], value: masked }
    const element = { name: null, path: ['nationalities', 1], value: masked }
    expect(Object.entries(disclosuresByName({ disclosures: [street, element] }))).toEqual([
      ['address.street_address', street],
      ['nationalities.1', element],
    ])
  })

  it('are all there, whether their place is known, or they can be read, or not', () => {
    const unplaced = { name: 'email', path: null, value: masked }
    const element = { name: null, path: null, value: masked }
    const unreadable = { kind: 'unreadable', length: 3 }
    expect(Object.entries(disclosuresByName({ disclosures: [unplaced, unplaced, element, unreadable] }))).toEqual([
      ['email', unplaced],
      ['email (2)', unplaced],
      ['(place unknown)', element],
      ['(place unknown) (2)', unreadable],
    ])
    expect(disclosuresByName({})).toEqual({})
  })
})
