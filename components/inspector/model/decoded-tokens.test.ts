import '@/lib/testing/pages-setup'
import { describe, expect, it } from 'vitest'
import { credentialElements, decodedTokens } from './decoded-tokens'
import { exchange, finding } from './fixtures/session'
import { memberMarks } from './member-marks'

describe('what a decoded credential says', () => {
  it('of an mdoc is a list for each namespace, in order; the rest is how it is made', () => {
    const items = [{ digest_id: 3, element: 'sex', value: 2 }, { element: 'portrait', value: { bytes: 9 } }, 'noise']
    const { lists, rest } = credentialElements({ doc_type: 'a', namespaces: { one: items, two: 'broken' }, mso: {} })
    expect(lists).toEqual([
      {
        title: 'one',
        word: 'element',
        elements: [
          { key: '0', name: 'sex', value: 2 },
          { key: '1', name: 'portrait', value: { bytes: 9 } },
        ],
      },
      { title: 'two', word: 'element', elements: [] },
    ])
    expect(rest).toEqual({ doc_type: 'a', mso: {} })
  })

  it('of an SD-JWT is its Disclosures, those of array elements without a name', () => {
    const { lists, rest } = credentialElements({
      claims: { iss: 'x' },
      disclosures: [{ claim: 'given_name', value: 'Elena' }, { value: 'IT' }],
    })
    expect(lists.map(({ title, word }) => [title, word])).toEqual([['Disclosures', 'claim']])
    expect(lists[0]?.elements.map(({ name, value }) => [name, value])).toEqual([
      ['given_name', 'Elena'],
      ['(element of a list)', 'IT'],
    ])
    expect(rest).toEqual({ claims: { iss: 'x' } })
  })

  it('of a presented SD-JWT is named by the place of each claim, as far as it is known', () => {
    const { lists } = credentialElements({
      disclosures: [
        { name: 'locality', path: ['address', 'locality'], value: {} },
        { name: null, path: ['nationalities', 0], value: {} },
        { name: 'orphan', path: null, value: {} },
        { kind: 'unreadable' },
      ],
    })
    expect(lists[0]?.elements.map(({ name }) => name)).toEqual([
      'address.locality',
      'nationalities.0',
      'orphan',
      '(element of a list)',
    ])
  })

  it('of any other token is nothing', () => {
    expect(credentialElements({ header: {}, claims: {} })).toEqual({ lists: [], rest: { header: {}, claims: {} } })
  })
})

const href = (id: string) => `#${id}`

const proof = {
  source: 'body.proofs.jwt[0]',
  kind: 'proof_jwt',
  header: { typ: 'x', key_attestation: { redacted: true, jwt: {} } },
  claims: { aud: 'y' },
}

const nested = { source: 'body.proofs.jwt[0].header.key_attestation', kind: 'key_attestation', header: { typ: 'z' } }

describe('decodedTokens', () => {
  it('shows a token inside another one in its place only', () => {
    const tokens = decodedTokens(exchange('/issuers/x/credential', 400, 1, { decoded: [proof, nested] }))
    expect(tokens.map(({ name, place }) => [name, place])).toEqual([['Key proof', 'proofs.jwt[0]']])
  })

  it('shows an encrypted request, its content, and the response, each by its place', () => {
    const jwe = { kind: 'jwe', header: { enc: 'A128GCM' }, claims: null, signature: null }
    const decoded = [
      { ...jwe, source: 'body', decrypted: true },
      proof,
      nested,
      { ...jwe, source: 'response.body' },
      { kind: 'mdoc', source: 'response.body.credentials[0].credential' },
    ]
    const tokens = decodedTokens(exchange('/issuers/x/credential', 200, 1, { decoded }))
    expect(tokens.map(({ name, place }) => [name, place])).toEqual([
      ['Encrypted message', 'body'],
      ['Key proof', 'proofs.jwt[0]'],
      ['Encrypted message', 'the response'],
      ['mdoc', 'credentials[0].credential of the response'],
    ])
    expect(tokens[0]?.tree).toEqual({ header: { enc: 'A128GCM' }, decrypted: true })
  })
})

describe('memberMarks', () => {
  const [token] = decodedTokens(exchange('/issuers/x/credential', 400, 1, { decoded: [proof, nested] }))
  if (token === undefined) throw new Error('no token')

  it('puts a finding beside the member it judged, also in the attestation inside a proof', () => {
    const marks = memberMarks(
      token,
      [
        finding('vci.proof.jwt.aud', { status: 'fail' }),
        finding('vci.key_attestation.typ', { status: 'fail' }),
        finding('vci.dpop.htu'),
      ],
      href,
    )
    expect(Object.keys(marks).sort()).toEqual(['claims.aud', 'header.key_attestation.header.typ'])
  })

  it('shows every failure of a member but only one pass, and nothing for members that were not judged', () => {
    const marks = memberMarks(
      token,
      [
        finding('vci.nonce.source'),
        finding('vci.nonce.not_reused', { status: 'fail' }),
        finding('vci.nonce.known', { status: 'fail' }),
        finding('vci.proof.jwt.nonce_present'),
        finding('vci.proof.jwt.aud', { status: 'not_observed' }),
      ],
      href,
    )
    expect(marks).toEqual({
      'claims.nonce': [
        expect.objectContaining({ href: '#vci.nonce.not_reused' }),
        expect.objectContaining({ href: '#vci.nonce.known' }),
      ],
    })
  })
})

describe('memberMarks of presented credentials', () => {
  const credential = (place: string) => ({
    source: `body.response.vp_token.${place}`,
    kind: 'presented_credential',
    key_binding: { claims: { nonce: 'n' } },
  })
  const [first, second] = decodedTokens(
    exchange('/openid4vp/sessions/s/response', 400, 1, { decoded: [credential('pid[0]'), credential('pid[1]')] }),
  )
  if (first === undefined || second === undefined) throw new Error('no tokens')

  it('puts a finding beside the member of the credential that it is about, and beside no other', () => {
    const about = [finding('vp.kb.nonce', { status: 'fail', subject: { query_id: 'pid', index: 1 } })]
    expect(Object.keys(memberMarks(first, about, href))).toEqual([])
    expect(Object.keys(memberMarks(second, about, href))).toEqual(['key_binding.claims.nonce'])
  })

  it('marks nothing in a refused presentation as passed, other than in one beside it', () => {
    const of = (index: number) => ({ subject: { query_id: 'pid', index } })
    const about = [
      finding('vp.kb.nonce', { status: 'fail', error: 'invalid_presentation', ...of(0) }),
      finding('vp.sdjwt.issuer_trusted', of(0)),
      finding('vp.sdjwt.issuer_trusted', of(1)),
    ]
    expect(Object.keys(memberMarks(first, about, href))).toEqual(['key_binding.claims.nonce'])
    expect(Object.keys(memberMarks(second, about, href))).toEqual(['header.x5c'])
  })

  it('names no document where there are several', () => {
    const about = [finding('vp.mdoc.validity', { status: 'fail' })]
    const one = { ...first, tree: { documents: [{}] } }
    expect(Object.keys(memberMarks(one, about, href))).toEqual(['documents.0.mso.validity'])
    expect(Object.keys(memberMarks({ ...one, tree: { documents: [{}, {}] } }, about, href))).toEqual(['documents'])
  })
})
