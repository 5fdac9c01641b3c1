import { describe, expect, it } from 'vitest'
import { disclosure, disclosures, hashOf, rawDisclosure } from '@/lib/testing/presented/make-presentation'
import { readChanged } from '@/lib/testing/presented/read-changed'

describe('Disclosures', () => {
  it.each<[string, string, string[]]>([
    ['not base64url', '****', ['not_base64url']],
    ['not UTF-8', Buffer.from([0xff]).toString('base64url'), ['not_utf8']],
    ['not JSON', Buffer.from('{').toString('base64url'), ['not_json']],
    ['nested too deep', Buffer.from(`${'['.repeat(40)}${']'.repeat(40)}`).toString('base64url'), ['passes_a_bound']],
    ['no array', rawDisclosure({ a: 1 }), ['not_an_array']],
    ['an array of one', rawDisclosure(['salt']), ['wrong_length']],
    ['an array of four', rawDisclosure(['salt', 'name', 1, 2]), ['wrong_length']],
    ['with a salt that is not text', rawDisclosure([1, 'name', 1]), ['salt_not_a_string']],
    ['with a name that is not text', rawDisclosure(['salt', 5, 1]), ['name_not_a_string']],
    ['with neither', rawDisclosure([1, 5, 1]), ['salt_not_a_string', 'name_not_a_string']],
    ['with padding', `${Buffer.from('["salt-salt","a",1]').toString('base64url')}=`, ['not_base64url']],
    ['with names twice', Buffer.from('["s","a",{"b":1,"b":2}]').toString('base64url'), ['repeated_names']],
  ])('may be %s', async (_, text, errors) => {
    const { disclosures: read1 } = await readChanged({ disclosures: [text] })
    expect(read1[0]).toMatchObject({ text, errors, position: null })
  })

  it('that nobody refers to are told, and where a parent may be missing', async () => {
    const stray = disclosure('email', 'x@example.com')
    const reading = await readChanged({ disclosures: [disclosures.street, stray] })
    expect(reading.disclosures).toMatchObject([
      { position: null, referencedBy: [], parentMayBeMissing: true },
      { position: null, referencedBy: [], parentMayBeMissing: true },
    ])
    const complete = await readChanged({ disclosures: [...Object.values(disclosures), stray] })
    expect(complete.disclosures.at(-1)).toMatchObject({ position: null, parentMayBeMissing: false })
    expect(complete.disclosures[3]).toMatchObject({
      position: ['address', 'street_address'],
      referencedBy: [{ kind: '_sd', inDisclosure: 2, position: ['address'] }],
    })
  })

  it.each<[string, (text: string) => string]>([
    ['with blanks', (text) => text.replaceAll(',', ', ').replaceAll('":', '": ')],
    ['without blanks', (text) => JSON.stringify(JSON.parse(text))],
    ['in ASCII', (text) => text.replaceAll('ü', '\\u00fc')],
  ])('that were encoded anew are told: issued %s', async (_, issued) => {
    const sent = '["salt-salt-salt","name", {"a":"ü"}]'
    const write = (text: string) => Buffer.from(text).toString('base64url')
    const payload = { _sd: [hashOf(write(issued(JSON.stringify(JSON.parse(sent)))))] }
    const read = async (text: string) => (await readChanged({ payload, disclosures: [write(text)] })).disclosures[0]
    expect(await read(sent)).toMatchObject({ encodedAnew: true, position: null })
    expect(await read('["salt-salt-salt","name",{"a":"o"}]')).toMatchObject({ encodedAnew: false })
  })

  it('sent twice are told, both, and put in their place once', async () => {
    const reading = await readChanged({
      disclosures: [disclosures.italian, disclosures.family_name, disclosures.italian],
    })
    expect(reading.disclosures).toMatchObject([
      { repeats: [2], position: ['nationalities', 0] },
      { repeats: [] },
      { repeats: [0], position: ['nationalities', 0] },
    ])
    expect(reading.claims.nationalities).toEqual(['IT'])
    expect(reading.sharedSalts).toEqual([])
  })

  it('of the wrong kind for their digest are told, and not shown', async () => {
    const element = disclosure('x')
    const property = disclosure('email', 'x')
    const reading = await readChanged({
      payload: { _sd: [hashOf(element)], nationalities: [{ '...': hashOf(property) }] },
      disclosures: [element, property],
    })
    expect(reading.disclosures).toMatchObject([
      { kind: 'element', kindMismatch: true, position: [] },
      { kind: 'property', kindMismatch: true, position: ['nationalities', 0] },
    ])
    expect(reading.claims).toMatchObject({ nationalities: [] })
    expect(Object.keys(reading.claims)).not.toContain('email')
  })

  it.each(['_sd', '...'])('must not be called %s', async (name) => {
    const reserved = disclosure(name, ['x'])
    const reading = await readChanged({ payload: { _sd: [hashOf(reserved)] }, disclosures: [reserved] })
    expect(reading.disclosures[0]).toMatchObject({ reservedName: true, name })
    expect(Object.keys(reading.claims)).not.toContain(name)
  })

  it('must not replace a claim, in the clear or of another Disclosure', async () => {
    const texts = [disclosure('vct', 'urn:other'), disclosure('email', 'a'), disclosure('email', 'b')]
    const reading = await readChanged({ payload: { _sd: texts.map((one) => hashOf(one)) }, disclosures: texts })
    expect(reading.disclosures).toMatchObject([{ collides: true }, { collides: false }, { collides: true }])
    expect(reading.claims).toMatchObject({ vct: 'urn:eudi:pid:1', email: 'a' })
    expect(reading.registeredInDisclosures).toEqual(['vct'])
  })

  it('show registered claims that should be in the clear', async () => {
    const texts = ['vct', 'exp', 'status', 'iat', 'sub'].map((name) => disclosure(name, 'x'))
    const reading = await readChanged({
      payload: { vct: undefined, exp: undefined, iat: undefined, _sd: texts.map((one) => hashOf(one)) },
      disclosures: texts,
    })
    expect(reading.registeredInDisclosures).toEqual(['vct', 'exp', 'status'])
    expect(reading.vct).toEqual({ present: true, value: 'x', clear: false })
  })

  it('are bound by digests that occur once', async () => {
    const { family_name, italian } = disclosures
    const reading = await readChanged({
      payload: {
        _sd: [hashOf(family_name), hashOf(family_name)],
        nationalities: [{ '...': hashOf(italian) }],
        other: { _sd: [hashOf(italian)] },
      },
      disclosures: [family_name, italian],
    })
    expect([...reading.repeatedDigests].sort()).toEqual([hashOf(family_name), hashOf(italian)].sort())
    expect(reading.claims).toMatchObject({ family_name: 'Fabbri' })
  })

  it('are bound by digests that are well formed', async () => {
    const reading = await readChanged({
      payload: {
        _sd: 'text',
        a: { _sd: ['x', 5] },
        b: [{ '...': 5 }, { '...': 'x', more: 1 }, 'y'],
        c: { '...': 'x' },
        d: { _sd_alg: 'sha-512' },
      },
      disclosures: [],
    })
    expect(reading.malformedDigests).toEqual(expect.arrayContaining([[], ['a'], ['b', 0], ['b', 1], ['c']]))
    expect(reading.malformedDigests).toHaveLength(5)
    expect(reading.sdAlg.nested).toEqual([['d', '_sd_alg']])
    expect(reading.claims).toMatchObject({ a: {}, b: ['y'], c: {}, d: { _sd_alg: 'sha-512' } })
  })

  it('have salts of their own, long enough', async () => {
    const texts = [rawDisclosure(['same', 'a', 1]), rawDisclosure(['same', 'b', 1]), disclosure('c', 1)]
    const reading = await readChanged({ payload: { _sd: texts.map((one) => hashOf(one)) }, disclosures: texts })
    expect(reading.sharedSalts).toEqual([[0, 1]])
    expect(reading.disclosures.map(({ salt }) => salt)).toEqual([
      { characters: 4, bitsAtMost: 24 },
      { characters: 4, bitsAtMost: 24 },
      { characters: 22, bitsAtMost: 132 },
    ])
  })

  it.each<[string, string]>([
    ['sha-384', 'sha384'],
    ['sha-512', 'sha512'],
  ])('may have digests with %s', async (name, nodeName) => {
    const text = disclosure('email', 'x')
    const reading = await readChanged({
      payload: { _sd_alg: name, _sd: [hashOf(text, nodeName)] },
      disclosures: [text],
    })
    expect(reading.claims.email).toBe('x')
    expect(reading.sdAlg).toMatchObject({ used: name, supported: true })
  })

  it.each([['md5'], [5], [null]])('have unknown digests with %j', async (name) => {
    expect((await readChanged({ payload: { _sd_alg: name } })).sdAlg).toMatchObject({
      present: true,
      used: 'sha-256',
      supported: false,
    })
  })

  it('may have any name', async () => {
    const texts = [disclosure('__proto__', { polluted: true }), disclosure('constructor', 1)]
    const reading = await readChanged({ payload: { _sd: texts.map((one) => hashOf(one)) }, disclosures: texts })
    expect(Object.keys(reading.claims)).toEqual(expect.arrayContaining(['__proto__', 'constructor']))
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('are put in their place once, however often their digest is there', async () => {
    let text = disclosure(['x'])
    const texts = [text]
    for (let depth = 0; depth < 14; depth++) {
      const digest = { '...': hashOf(text) }
      text = disclosure([digest, digest])
      texts.push(text)
    }
    const { claims, repeatedDigests } = await readChanged({
      payload: { bomb: [{ '...': hashOf(text) }] },
      disclosures: texts,
    })
    expect(JSON.stringify(claims.bomb)).toBe(`${'['.repeat(15)}["x"]${']'.repeat(15)}`)
    expect(repeatedDigests).toHaveLength(14)
  })

  it('may bring only so many claims', async () => {
    const wide = Array.from({ length: 1_900 }, (_, index) => index)
    const texts = Array.from({ length: 6 }, (_, index) => disclosure(`claim_${index}`, wide))
    const reading = await readChanged({ payload: { _sd: texts.map((one) => hashOf(one)) }, disclosures: texts })
    expect(reading.tooWide).toBe(true)
    expect(reading.claims.claim_0).toEqual(wide)
    expect(reading.disclosures.every(({ position }) => position !== null)).toBe(true)
    expect(await readChanged()).toMatchObject({ tooWide: false, tooDeep: false })
  })

  it('may nest only so deep', async () => {
    let text = disclosure('a', 1)
    const texts = [text]
    for (let depth = 0; depth < 60; depth++) {
      text = disclosure('a', { _sd: [hashOf(text)] })
      texts.push(text)
    }
    const reading = await readChanged({ payload: { _sd: [hashOf(text)] }, disclosures: texts })
    expect(reading.tooDeep).toBe(true)
    expect(reading.disclosures.at(-1)).toMatchObject({ position: ['a'] })
  })
})
