import { describe, expect, it } from 'vitest'
import { clause } from '../../shared/ports/clauses'
import { deviationOf, verifierDeviation, verifierDeviations } from '.'
import { isAdvisory, purposeOf } from './deviation-facts'

describe('the registry of deviations', () => {
  it('names each once, and finds it by its id alone', () => {
    const ids = verifierDeviations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const one of verifierDeviations) expect(verifierDeviation(one.id)).toBe(one)
    for (const id of ['mood', null, undefined, 1, ['bad_signature']]) expect(verifierDeviation(id)).toBeNull()
    expect(deviationOf({ options: { negative_test: null } as never })).toBeNull()
  })

  it('says of each what is wrong and what a wallet does, in whole sentences, and cites a clause that has a link', () => {
    for (const { title, must, clause: cited } of verifierDeviations) {
      for (const text of [title, must]) expect(text).toMatch(/^[A-Z][^"\\]{10,140}\.$/)
      expect(() => new URL(clause(cited).url)).not.toThrow()
    }
  })

  it('changes something in each', () => {
    for (const { changes } of verifierDeviations) expect(Object.keys(changes)).not.toEqual([])
  })

  it('takes silence for a refusal just where the wallet gets no request to ask its user about', () => {
    const quiet = verifierDeviations.filter(({ silence }) => silence !== 'says_nothing')
    const withoutRequest = verifierDeviations.filter(
      ({ changes }) => changes.fetchAnswer?.('https://verifier.example/request').status !== undefined,
    )
    expect(quiet.map(({ id, silence }) => [id, silence])).toEqual(withoutRequest.map(({ id }) => [id, 'refused']))
    expect(withoutRequest).toHaveLength(2)
  })

  it('says what may carry each: a test of a browser shows nothing by link, and one of links nothing there', () => {
    const of = (...channels: string[]) =>
      verifierDeviations.filter((one) => one.channels.join() === channels.join()).map(({ id }) => id)
    expect(of('dc_api')).toEqual(verifierDeviations.filter(({ id }) => id.startsWith('dc_')).map(({ id }) => id))
    expect(of('dc_api')).toHaveLength(18)
    expect(of('url', 'dc_api')).toEqual(
      expect.arrayContaining(['bad_signature', 'missing_nonce', 'no_query', 'dcql_id_missing', 'no_usable_enc_key']),
    )
    for (const { id, channels, changes, needs } of verifierDeviations.filter((one) =>
      one.channels.includes('dc_api'),
    )) {
      const { link, delivery, fetchAnswer, responseAnswer } = changes
      expect([id, delivery, fetchAnswer, responseAnswer]).toEqual([id, undefined, undefined, undefined])
      // Link parameters occur in the request too.
      if (link !== undefined) expect([id, changes.claims]).not.toEqual([id, undefined])
      if (!channels.includes('url')) expect([id, needs?.dc_api_protocols]).not.toEqual([id, undefined])
    }
    for (const id of ['client_id_mismatch', 'no_state', 'redirect_on_request', 'wallet_nonce_wrong', 'unknown_scope'])
      expect(of('url')).toContain(id)
  })

  it('leaves it to a wallet in a browser whether it verifies who signed, and to none with a link', () => {
    const inBrowser = { presentation_channel: 'dc_api' }
    const advisory = (id: string, options: object) =>
      isAdvisory({ options: { ...options, negative_test: id } }, { registrationStatusRead: false })
    const signers = verifierDeviations.filter(({ ofSigner }) => ofSigner)
    for (const { id, channels } of signers) {
      expect([id, advisory(id, inBrowser)]).toEqual([id, true])
      if (channels.includes('url'))
        expect([id, advisory(id, {})]).toEqual([id, verifierDeviation(id)?.advisory === true])
    }
    expect(signers.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['bad_signature', 'self_signed_leaf', 'client_id_wrong_hash', 'dc_multisigned_all_bad']),
    )
    for (const id of ['no_typ', 'wrong_aud', 'missing_nonce', 'dc_wrong_expected_origins'])
      expect([id, advisory(id, inBrowser)]).toEqual([id, false])
  })

  it('has another signer only for requests by reference: one by value keeps its signature, and no key', () => {
    const signed = verifierDeviations.filter(({ changes }) => changes.signer !== undefined)
    expect(signed.length).toBeGreaterThan(0)
    for (const { needs } of signed)
      expect([needs?.profile, needs?.request_delivery].some((one) => one === 'haip' || one === 'by_reference')).toBe(
        true,
      )
  })

  it('names an error for each that calls for a refusal, and none for the others', () => {
    for (const { expects, errors } of verifierDeviations) expect(errors.length > 0).toBe(expects === 'refusal')
  })
})

describe('the purpose of a presentation', () => {
  const purpose = (negative_test: unknown, expect?: string) => purposeOf({ options: { negative_test, expect } })

  it('is what deviates, and what a good wallet does', () => {
    expect(purpose('no_typ', 'refusal')).toBe('Wrong on purpose: The request has no typ. The wallet should refuse.')
    expect(purpose('no_state', 'answer')).toBe(
      'Unusual on purpose: The request has no state. The wallet should respond as usual.',
    )
  })

  it('is told of a session of an earlier version, too, by what it expects', () => {
    expect(purpose('no_typ')).toBe('Unusual on purpose: The request has no typ. The wallet should respond as usual.')
    expect(purpose('of_yore', 'refusal')).toBe('Wrong on purpose: of yore. The wallet should refuse.')
  })

  it('is a refusal where the tester expects one, and nothing where nobody asks for anything', () => {
    expect(purpose(null, 'refusal')).toBe('Refusal expected: the wallet should refuse.')
    expect(purpose(null)).toBeNull()
  })
})
