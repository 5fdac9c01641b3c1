import { describe, expect, it } from 'vitest'
import { lookedAt } from '@/lib/testing/looked-at'
import { checkRegistry } from '../../../issuer-and-verifier'
import { declared, say } from '../../../shared/values/wording'
import { createPersonalValues } from './personal-values'

const personalValues = (...values: (string | number | boolean)[]) => {
  const made = createPersonalValues(['x509_hash:our-client'])
  for (const value of values) made.add(value)
  return made
}

describe('a value of a person', () => {
  it('goes from inside other words where it is long, and by itself where it is not', () => {
    const { redact } = personalValues('Montgomery', 'Anna', 'DE')
    expect(redact('Montgomerys of Annapolis, DEU: Anna, DE', 'free')).toBe(
      '[redacted:10]s of Annapolis, DEU: [redacted:4], [redacted]',
    )
    expect(redact('Anna, DE', 'technical')).toBe('[redacted:4], DE')
  })
  it.each([
    ['https://w.example/M%C3%BCller%20Ost?a=1', 'https://w.example/[redacted:10]?a=1'],
    ['a=M%25C3%25BCller%2520Ost', 'a=[redacted:10]'],
    ['who=M%C3%BCller+Ost', 'who=[redacted:10]'],
    ['Wallet of MÃ¼ller Ost', 'Wallet of [redacted:10]'],
    ['Mu\u0308ller Ost', '[redacted:11]'],
    ['%%% of nobody', '%%% of nobody'],
  ])('goes in another spelling too: %s', (text, shown) => {
    expect(personalValues('Müller Ost').redact(text, 'technical')).toBe(shown)
  })
  it.each([
    ['Müllerová', 'https://xn--mllerov-nwa0v.foreign.example/a', 'https://[redacted:9].foreign.example/a'],
    ['Müllerová', 'https://XN--MLLEROV-NWA0V.foreign.example', 'https://[redacted:9].foreign.example'],
    ['Müllerová', 'https://%78n--mllerov-nwa0v.foreign.example', 'https://[redacted:9].foreign.example'],
    ['Quetzalcoatlson', 'https://%51uetzalcoatlson.foreign.example', 'https://[redacted:15].foreign.example'],
    ['Quetzalcoatlson', 'https://xn--quetzalcoatlson--.example', 'https://xn--[redacted:15]--.example'],
  ])('goes as a label of a host: %s in %s', (value, text, shown) => {
    const { redact, add, addName, redactedNames } = personalValues()
    add(value)
    addName(text)
    for (const depth of ['free', 'finding', 'technical'] as const) expect(redact(text, depth)).toBe(shown)
    expect([...redactedNames().keys()]).toEqual([text])
  })
  it.each(['Müllerová', 'Παπαδόπουλος', '山田太郎子', 'Żółkiewska', 'straße', 'Müllerová-山田'])(
    'goes as the host that an address makes of it: %s',
    (value) => {
      const { href } = new URL(`https://${value}.foreign.example/keys`)
      expect(href).toContain('//xn--')
      expect(personalValues(value).redact(href, 'finding')).toMatch(
        /^https:\/\/\[redacted:\d+\]\.foreign\.example\/keys$/,
      )
    },
  )
  it.each([
    [
      'Quetzalcoatlson',
      'ZQUETZALCOATLSON, https://quetzalcoatlson.example',
      'Z[redacted:15], https://[redacted:15].example',
    ],
    ['Anna', 'ANNA of ANNAPOLIS', '[redacted:4] of ANNAPOLIS'],
    ['Strauß-Ost', 'STRAUSS-OST', '[redacted:11]'],
    ['İzmirli', 'i̇zmirli, İZMİRLİ', '[redacted:8], [redacted:7]'],
    ['Παπαδόπουλος', 'ΠΑΠΑΔΌΠΟΥΛΟΣ', '[redacted:12]'],
    ['DE', 'from de', 'from [redacted]'],
  ])('goes in another case of its letters: %s', (value, text, shown) => {
    expect(personalValues(value).redact(text, 'free')).toBe(shown)
    expect(personalValues(value).isValue(value.toUpperCase())).toBe(true)
  })
  it('goes with what is left of it where a part was taken out before', () => {
    const { redact } = personalValues('Lane 7?flat=12')
    expect(redact('at Lane 7?[redacted:7]!', 'technical')).toBe('at [redacted:7][redacted:7]!')
  })
  it('stays inside of what we sent, and not beside it', () => {
    const { redact } = personalValues('client', 'hash')
    expect(redact('x509_hash:our-client', 'free')).toBe('x509_hash:our-client')
    expect(redact('x509_hash:our-client-client', 'free')).toBe('x509_hash:our-client-[redacted:6]')
  })
  it('goes as a number, and with its opposite where it is a truth', () => {
    const { redact, isValue } = personalValues(18, true)
    expect([isValue(18), isValue(19)]).toEqual([true, false])
    expect(redact('18 is false; 4.18.1', 'free')).toBe('[redacted] is [redacted]; 4.18.1')
  })
  it.each([
    ['one value many times', ['aaaaaaaa'], 'a'.repeat(2_000_000)],
    ['many values', Array.from({ length: 512 }, (_, index) => `value-${index}`), 'value-1 '.repeat(200_000)],
    ['marks', Array.from({ length: 512 }, (_, index) => `value-${index}`), 'valu[redacted:4]'.repeat(200_000)],
    ['short ones', ['a', 'b', 'DE'], 'DE-'.repeat(500_000)],
  ])('are sought in the beginning of megabytes of text: %s', async (_, values, text) => {
    const { redact } = personalValues(...values)
    expect(await lookedAt(() => redact(text, 'free'))).toBeLessThan(400_000)
  })
})

describe('what is no value of a person', () => {
  const sent = ['pid_sd_jwt', 'localhost:3000', 'https://v.example/openid4vp/sessions/a/response', 'our-words']
  const personalValuesOf = (...values: string[]) => {
    const personalValues = createPersonalValues(sent)
    for (const value of values) personalValues.add(value)
    return personalValues
  }
  it.each([
    ['pid_sd_jwt', 'pid_sd_jwt'],
    ['response', 'https://v.example/openid4vp/sessions/a/response'],
    ['ES256', 'ES256'],
    ['kb+jwt', 'kb+jwt'],
    ['dc+sd-jwt', 'dc+sd-jwt'],
    ['localhost', 'localhost:3000'],
    ['vp_token', 'vp_token'],
    ['id_token', 'vp_token id_token'],
    ['dc_api', 'dc_api.jwt'],
    ['P-256', 'EC P-256'],
    ['keep-alive', 'keep-alive'],
    ['application', 'application/x-www-form-urlencoded'],
    ['2026', 'EUDIW/2026.09.1 (Android 16)'],
    ['2026', 'Wallet/4.2026.1'],
  ])('%s stays in what we sent, words of protocols and versions: %s', (value, text) => {
    expect(personalValuesOf(value).redact(text, 'free')).toBe(text)
  })
  it.each([
    ['anna@our-words', 'of anna@our-words', 'of [redacted:14]'],
    ['7f1c2d3e-0000-4000-8000-00000000abcd', 'id 7f1c2d3e-0000-4000-8000-00000000abcd', 'id [redacted:36]'],
    ['1984', 'born 12.10.1984, https://w.example/1984', 'born 12.10.[redacted:4], https://w.example/[redacted:4]'],
    ['ES256', 'name ES256', 'name [redacted:5]'],
  ])('%s goes where it is more than that', (value, text, shown) => {
    expect(personalValuesOf(value).redact(text, 'free')).toBe(shown)
  })
  it('no word goes from our own sentences, for the gap would tell it', () => {
    const fixes = checkRegistry
      .filter(({ id }) => id.startsWith('vp.'))
      .flatMap(({ reasons }) => Object.values(reasons).map(({ fix }) => fix))
    const sentences = [...new Set(fixes)]
    const wordsOf = (text: string) => text.match(/[\p{L}\p{N}_]{4,}/gu) ?? []
    expect(new Set(sentences.flatMap(wordsOf)).size).toBeGreaterThan(400)
    for (const sentence of sentences) {
      const { redact } = personalValuesOf(...wordsOf(sentence), sentence.slice(0, 12))
      expect(redact(declared(sentence), 'finding')).toBe(sentence)
    }
  })
  it.each([
    ['Post', say`The request asks for direct_post.`],
    ['session', say`the key of session ${'7f1c2d3e-0000-4000-8000-00000000abcd'}`],
    ['credential', say`Send a presentation for each credential query, or the error access_denied.`],
    ['nonce', say`vp.kb.nonce`],
  ])('%s stays in what a finding says: %s', (value, said) => {
    expect(personalValuesOf(value).redact(said, 'finding')).toBe(String(said))
  })
  it.each([
    ['different', (value: string) => say`It was signed with a different key: a key of https://${value}.example.`],
    ['Post', (value: string) => say`/${value}: one of 3 values`],
    ['method', (value: string) => say`The key of did:${value} would have to be fetched: this service fetches no DIDs.`],
  ])('%s goes from what a finding quotes', (value, saying) => {
    const shown = String(saying(`[redacted:${value.length}]`))
    expect(personalValuesOf(value).redact(saying(value), 'finding')).toBe(shown)
    expect(personalValuesOf(value).redact('The request asks for direct_post.', 'free')).toBe(
      value === 'Post' ? 'The request asks for direct_[redacted:4].' : 'The request asks for direct_post.',
    )
  })
  it('what names an issuer stays in certificates and findings, unless it is a value of the holder too', () => {
    const personalValues = createPersonalValues()
    personalValues.addOfIssuer('Foreign Issuer')
    expect(personalValues.redact('CN=Foreign Issuer', 'technical')).toBe('CN=Foreign Issuer')
    expect(personalValues.redact('CN=Foreign Issuer', 'finding')).toBe('CN=Foreign Issuer')
    expect(personalValues.redact('from foreign issuer', 'free')).toBe('from [redacted:14]')
    personalValues.add('Foreign Issuer')
    expect(personalValues.redact('CN=Foreign Issuer', 'technical')).toBe('CN=[redacted:14]')
  })
})
