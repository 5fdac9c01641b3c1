import { createHash, createPublicKey, type JsonWebKey, sign } from 'node:crypto'
import { cborEncode, type DataItem } from '@owf/mdoc'
import { beforeAll, describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandPresenter, type HandPresenter, type PresentationChanges } from '@/lib/testing/hand-presenter'
import { type CredentialChanges, createHandWallet, type HandWallet, type TokenChanges } from '@/lib/testing/hand-wallet'
import {
  embedded,
  type MdocChanges,
  type MdocParties,
  makeDeviceResponse,
  mdocParties,
  pidNamespace,
  transcriptOf,
} from '@/lib/testing/presented/make-device-response'
import { holderKey, jws, type TestKey, testKey } from '@/lib/testing/presented/make-presentation'
import { type SealChange, sealWrongly } from '@/lib/testing/presented/seal-wrongly'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { generateKey } from '@/lib/wallet/jose/key'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** Forms in which public bug reports say that wallets sent things, and the reason that leads then. */
const service = serviceForTests()
let credential: HeldCredential
let parties: MdocParties
beforeAll(async () => {
  parties = await mdocParties(epochMillis(Date.now()))
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})

const dcql_query = {
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: ['family_name'] }, { path: ['given_name'] }],
    },
  ],
}

const presenterFor = () => createHandPresenter(service, credential, { dcql_query })

const state = ({ request }: HandPresenter) => String(request.state)

describe('a presentation of an SD-JWT VC', () => {
  const rewritten = (text: string): string =>
    Buffer.from(JSON.stringify(JSON.parse(Buffer.from(text, 'base64url').toString()), null, 1)).toString('base64url')

  const cases: readonly [string, PresentationChanges, string][] = [
    [
      'its last tilde left out',
      { finish: (text) => text.split('~').slice(0, -1).join('~') },
      'kb.parses#final_tilde_missing',
    ],
    ['the issuer-signed JWT alone', { finish: (text) => text.split('~')[0] ?? '' }, 'sdjwt.compact#jwt_alone'],
    [
      'JSON serialization',
      {
        finish: (text) => {
          const [payload, signature] = (text.split('~')[0] ?? '').split('.').slice(1)
          return JSON.stringify({ payload, signature, protected: text.split('.')[0], header: { disclosures: [] } })
        },
      },
      'sdjwt.compact#json_serialisation',
    ],
    [
      'a JWT of a Verifiable Presentation around it',
      { finish: (text) => jws({ alg: 'ES256', typ: 'JWT' }, { vp: { verifiableCredential: [text] } }, holderKey) },
      'sdjwt.compact#jwt_of_vp',
    ],
    [
      'a Disclosure encoded anew',
      { disclosures: (shown) => void shown.splice(0, 1, rewritten(shown[0] ?? '')) },
      'sdjwt.disclosure_referenced#encoded_anew',
    ],
    [
      'a Disclosure in base64',
      { disclosures: (shown) => void shown.splice(0, 1, `${shown[0]}=`) },
      'sdjwt.disclosure_encoding#broken',
    ],
    [
      'a Key Binding JWT by the key of a DID',
      {
        keyBinding: (draft) => {
          draft.key = generateKey()
          const did = Buffer.from(JSON.stringify(draft.key.publicJwk)).toString('base64url')
          draft.header.kid = `did:jwk:${did}#0`
        },
      },
      'kb.signature#signed_with_another_key',
    ],
    [
      'the old name of sd_hash',
      {
        keyBinding: ({ claims }) => {
          claims._sd_hash = claims.sd_hash
          delete claims.sd_hash
        },
      },
      'kb.sd_hash#old_name',
    ],
  ]

  it.each(cases)('is told from what is missing then: %s', async (_, changes, reason) => {
    const presenter = await presenterFor()
    expect((await presenter.answer(presenter.payload(changes))).status).toBe(400)
    expect((await presenter.view()).cause?.reason).toBe(`vp.${reason}`)
  })
})

describe('an mdoc', () => {
  const signedWith = ({ privateKey }: TestKey, header: unknown, payload: unknown) =>
    new Uint8Array(
      sign('sha256', cborEncode(['Signature1', header, null, payload]), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      }),
    )

  const der = () =>
    new Uint8Array(createPublicKey(parties.deviceKey.privateKey).export({ type: 'spki', format: 'der' }))
  const textOf = (value: unknown) => Buffer.from(value as Uint8Array).toString('base64url')
  const keyForms: readonly [string, (key: Map<number, unknown>) => unknown, string][] = [
    ['texts as coordinates', (key) => key.set(-2, textOf(key.get(-2))).set(-3, textOf(key.get(-3))), 'texts'],
    ['a key in DER as coordinate', (key) => key.set(-2, der()), 'der_coordinates'],
    [
      'the point as coordinate',
      (key) => key.set(-2, Uint8Array.of(4, ...(key.get(-2) as Uint8Array), ...(key.get(-3) as Uint8Array))),
      'point',
    ],
    ['a zero before x', (key) => key.set(-2, Uint8Array.of(0, ...(key.get(-2) as Uint8Array))), 'coordinate_length'],
    ['DER in its place', () => der(), 'der'],
    ['tag 24 around it', (key) => embedded(cborEncode(key)), 'embedded'],
    ['a byte string around it', (key) => cborEncode(key), 'embedded'],
  ]

  const cases: readonly [string, (transcript: Uint8Array) => MdocChanges, string, string][] = [
    [
      'members of an element in another order',
      () => ({
        items: (items) => {
          const members = [...((items[0] as DataItem).data as Map<string, unknown>).entries()]
          items[0] = embedded(cborEncode(new Map(members.reverse())))
        },
      }),
      'digests#encoded_anew',
      'wallet',
    ],
    [
      'a digest without tag 24',
      () => {
        let inner = new Uint8Array()
        return {
          items: (items) => {
            inner = new Uint8Array((items[0] as DataItem).buffer)
          },
          mso: (mso) => {
            const digests = (mso.get('valueDigests') as Map<string, Map<number, Uint8Array>>).get(pidNamespace)
            digests?.set(0, new Uint8Array(createHash('sha256').update(inner).digest()))
          },
        }
      },
      'digests#untagged',
      'issuer',
    ],
    [
      'null as external_aad of the device',
      (transcript) => ({
        deviceAuth: (deviceAuth) => {
          const [header] = deviceAuth.get('deviceSignature') as [Uint8Array]
          const parts = ['DeviceAuthentication', null, pidNamespace, embedded(cborEncode(new Map()))].map((part) =>
            part === null ? transcript : cborEncode(part),
          )
          const payload = cborEncode(embedded(new Uint8Array(Buffer.concat([Uint8Array.of(0x84), ...parts]))))
          const signature = signedWith(parties.deviceKey, header, payload)
          deviceAuth.set('deviceSignature', [header, new Map(), null, signature])
        },
      }),
      'device_signature#null_for_external_aad',
      'wallet',
    ],
    [
      'null as external_aad of the issuer',
      () => ({
        issuerAuth: (parts) => void parts.splice(3, 1, signedWith(parties.issuerKey, parts[0], parts[2])),
      }),
      'issuer_signature#null_for_empty',
      'issuer',
    ],
    [
      'another key than that of its certificate',
      () => ({ issuerKey: testKey() }),
      'issuer_signature#invalid',
      'wallet',
    ],
    ['the key of the device', () => ({ issuerKey: parties.deviceKey }), 'issuer_signature#device_key', 'issuer'],
    [
      'a signature in DER',
      () => ({
        issuerAuth: (parts) => {
          const signed = cborEncode(['Signature1', parts[0], new Uint8Array(), parts[2]])
          parts.splice(3, 1, new Uint8Array(sign('sha256', signed, parties.issuerKey.privateKey)))
        },
      }),
      'issuer_signature#der',
      'issuer',
    ],
    [
      'the object without its tag 24',
      () => ({
        issuerAuth: (parts) => {
          // After the head of tag 24, and that of a byte string with a length of two bytes.
          const object = (parts[2] as Uint8Array).slice(5)
          const signed = cborEncode(['Signature1', parts[0], new Uint8Array(), object])
          const { privateKey } = parties.issuerKey
          parts.splice(3, 1, new Uint8Array(sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' })))
        },
      }),
      'issuer_signature#without_tag_24',
      'issuer',
    ],
    ...keyForms.map(([name, change, reason]): (typeof cases)[number] => [
      `deviceKey with ${name}`,
      () => ({
        mso: (mso) => {
          const info = mso.get('deviceKeyInfo') as Map<string, unknown>
          info.set('deviceKey', change(new Map(info.get('deviceKey') as Map<number, unknown>)))
        },
      }),
      `device_key#${reason}`,
      'issuer',
    ]),
    [
      'a digest algorithm in small letters',
      () => ({ mso: (mso) => void mso.set('digestAlgorithm', 'sha256') }),
      'digest_alg#other_spelling',
      'issuer',
    ],
  ]

  it.each(cases)('is told what differs, and whose it is: %s', async (_, changes, reason, acts) => {
    const presenter = await createHandPresenter(service, credential, {
      response_mode: 'direct_post',
      dcql_query: {
        credentials: [
          {
            id: 'pid',
            format: 'mso_mdoc',
            meta: { doctype_value: pidNamespace },
            claims: [{ path: [pidNamespace, 'family_name'] }],
          },
        ],
      },
      trust_anchors: [parties.rootBase64],
    })
    const [clientId = '', nonce = '', responseUri = ''] = ['client_id', 'nonce', 'response_uri'].map((name) =>
      String(presenter.request[name]),
    )
    const transcript = transcriptOf({ clientId, nonce, responseUri })
    const elements = { family_name: 'Fabbri' }
    const text = makeDeviceResponse(parties, { now: Date.now(), transcript, elements, ...changes(transcript) })
    await presenter.answer({ vp_token: { pid: [text] }, state: state(presenter) })
    expect((await presenter.view()).cause).toMatchObject({ reason: `vp.mdoc.${reason}`, acts })
  })
})

describe('a response', () => {
  const sealedBy = (one: HandPresenter, change: SealChange): string => {
    const { jwks } = one.request.client_metadata as { jwks: { keys: [JsonWebKey & { kid: string }] } }
    const [{ kid, ...key }] = jwks.keys
    return sealWrongly(key, JSON.stringify(one.payload()), { ...change, header: { kid } })
  }
  const cases: readonly [string, (presenter: HandPresenter) => Promise<unknown>, string][] = [
    [
      'in the URL',
      (one) => one.post([], `${one.responsePath}?response=${one.encrypt(one.payload())}`),
      'response.query_empty#broken',
    ],
    [
      'encrypted with alg as AlgorithmID',
      (one) => one.post([['response', sealedBy(one, { algorithm: 'ECDH-ES' })]]),
      'jwe.decrypts#alg_as_algorithm',
    ],
    [
      'encrypted without apu and apv',
      (one) => one.post([['response', sealedBy(one, { apu: Buffer.alloc(0), apv: Buffer.alloc(0) })]]),
      'jwe.decrypts#no_party_info',
    ],
    [
      'with the nonce for the state',
      (one) => one.answer({ vp_token: one.payload().vp_token, state: one.request.nonce }),
      'response.state_matches#nonce',
    ],
    [
      'with vpToken',
      (one) => one.answer({ vpToken: one.payload().vp_token, state: state(one) }),
      'response.matches_type#other_name',
    ],
    [
      'with an id in capitals',
      (one) => one.answer({ vp_token: { PID: [one.present()] }, state: state(one) }),
      'token.ids_known#other_spelling',
    ],
    [
      'with the format for the id',
      (one) => one.answer({ vp_token: { 'dc+sd-jwt': [one.present()] }, state: state(one) }),
      'token.ids_known#type_for_id',
    ],
  ]

  it.each(cases)('is told by what stands there: %s', async (_, send, reason) => {
    const presenter = await presenterFor()
    await send(presenter)
    expect((await presenter.view()).cause?.reason).toBe(`vp.${reason}`)
  })
})

const jwtOnly = { issuer_configuration_id: 'eu-pid-jwt-proof-only' }

const rename = (form: URLSearchParams, from: string, to: string): void => {
  form.set(to, form.get(from) ?? '')
  form.delete(from)
}

describe('a token request', () => {
  const cases: readonly [string, (wallet: HandWallet) => TokenChanges, string][] = [
    [
      'the code as `code`',
      () => ({ form: (form) => rename(form, 'pre-authorized_code', 'code') }),
      'preauth_code_valid#other_name',
    ],
    [
      'a blank behind the code',
      ({ code }) => ({ form: (form) => form.set('pre-authorized_code', `${code} `) }),
      'preauth_code_valid#wrapped_value',
    ],
    [
      'the code in base64',
      ({ code }) => ({ form: (form) => form.set('pre-authorized_code', Buffer.from(code).toString('base64url')) }),
      'preauth_code_valid#encoded_value',
    ],
    [
      'the end of the grant type',
      () => ({ form: (form) => form.set('grant_type', 'pre-authorized_code') }),
      'grant_type#short_name',
    ],
    ['grantType', () => ({ form: (form) => rename(form, 'grant_type', 'grantType') }), 'grant_type#other_name'],
  ]

  it.each(cases)('is told what stands there: %s', async (_, changes, reason) => {
    const wallet = await createHandWallet(service, jwtOnly)
    expect((await wallet.requestToken(changes(wallet))).status).toBe(400)
    expect((await wallet.view()).cause?.reason).toBe(`vci.token.${reason}`)
  })

  it('is told that the verifier stands under another name', async () => {
    const wallet = await createHandCodeWallet(service, jwtOnly)
    await wallet.redeem(await wallet.obtainCode(), { form: (form) => rename(form, 'code_verifier', 'codeVerifier') })
    expect((await wallet.view()).cause).toMatchObject({
      reason: 'vci.pkce.verifier_present#other_name',
      sentence: 'The parameter codeVerifier stands in place of code_verifier.',
    })
  })
})

describe('a pushed request', () => {
  const push = async (form: (form: URLSearchParams, wallet: HandCodeWallet) => void) => {
    const wallet = await createHandCodeWallet(service, jwtOnly)
    await wallet.push({ form: (sent) => form(sent, wallet) })
    return (await wallet.view()).cause?.reason
  }

  it('is told that its scope is the type of a credential', async () => {
    expect(await push((form) => form.set('scope', 'urn:eudi:pid:1'))).toBe('vci.par.scope_from_metadata#other_value')
  })

  it.each([
    ['redirect_uri', 'vci.par.redirect_uri_present'],
    ['client_id', 'vci.par.client_id_present'],
    ['response_type', 'vci.par.response_type_code'],
    ['code_challenge', 'vci.pkce.challenge_present'],
  ])('is told that %s stands under another name', async (name, check) => {
    const camel = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    expect(await push((form) => rename(form, name, camel))).toBe(`${check}#other_name`)
  })

  it('is told that an attestation and its proof of possession are in one header', async () => {
    const wallet = await createHandCodeWallet(service)
    await wallet.push({
      headers: (fields) => fields.push(['OAuth-Client-Attestation', `${wallet.attestation()}~${wallet.pop()}`]),
    })
    const { cause, checks } = await wallet.view()
    expect(cause?.reason).toBe('vci.wallet_attestation.headers_paired#in_one_header')
    expect(checks.summary.drafts).toBeNull()
  })
})

describe('a credential request', () => {
  const changed = (change: (request: Record<string, unknown>) => void): CredentialChanges => ({ request: change })
  const withNonce = (change: (nonce: string) => string) => (): CredentialChanges => ({
    proof: ({ claims }) => {
      claims.nonce = change(String(claims.nonce))
    },
  })
  const cases: readonly [string, (wallet: HandWallet, token: string) => CredentialChanges, string][] = [
    [
      'credentialConfigurationId',
      () =>
        changed((request) => {
          request.credentialConfigurationId = request.credential_configuration_id
          delete request.credential_configuration_id
        }),
      'credential.one_identifier#other_name',
    ],
    [
      'the vct for the id',
      () => changed((request) => Object.assign(request, { credential_configuration_id: 'urn:eudi:pid:1' })),
      'credential.configuration_known#other_value',
    ],
    ['JSON in JSON', () => ({ body: JSON.stringify('{"proofs":{}}') }), 'credential.json_object#json_in_json'],
    [
      'the token in quotation marks',
      (_, token) => ({
        headers: (fields) => void fields.splice(0, 1, ['Authorization', `DPoP "${token}"`]),
      }),
      'credential.token_valid#wrapped_value',
    ],
    [
      'the nonce in base64',
      withNonce((nonce) => Buffer.from(nonce).toString('base64url')),
      'nonce.known#encoded_value',
    ],
    ['the nonce in quotation marks', withNonce((nonce) => `"${nonce}"`), 'nonce.known#wrapped_value'],
    [
      'the nonce percent-encoded',
      withNonce((nonce) => nonce.replace(/^./, (one) => `%${one.charCodeAt(0).toString(16)}`)),
      'nonce.known#encoded_value',
    ],
    [
      'a key attestation as proof',
      (wallet) => changed((request) => Object.assign(request, { proofs: { jwt: [wallet.keyAttestation(null)] } })),
      'proof.jwt.typ#key_attestation',
    ],
    [
      'a DPoP proof as proof',
      (wallet) => changed((request) => Object.assign(request, { proofs: { jwt: [wallet.dpop('credential')] } })),
      'proof.jwt.typ#dpop_proof',
    ],
  ]

  it.each(cases)('is told what stands there: %s', async (_, changes, reason) => {
    const wallet = await createHandWallet(service, jwtOnly)
    const token = await wallet.obtainToken()
    await wallet.requestCredential(changes(wallet, token))
    expect((await wallet.view()).cause?.reason).toBe(`vci.${reason}`)
  })
})

describe('a token of the provider', () => {
  it('is told to be signed by a key of the wallet: its attestation', async () => {
    const wallet = await createHandCodeWallet(service)
    await wallet.push({
      headers: (fields) =>
        fields.push(
          ...wallet.attested((draft) => {
            draft.key = wallet.instanceKey
          }),
        ),
    })
    expect((await wallet.view()).cause).toMatchObject({
      reason: 'vci.wallet_attestation.signature#signed_with_another_key',
      sentence: 'The wallet attestation is signed with the key of a wallet attestation of this request.',
    })
  })

  it('is told to be signed by a key of the wallet: its key attestation', async () => {
    const wallet = await createHandWallet(service)
    await wallet.requestCredential({
      keyAttestation: (draft) => {
        draft.key = wallet.holderKeys[0] ?? draft.key
      },
    })
    expect((await wallet.view()).cause).toMatchObject({
      reason: 'vci.key_attestation.signature#signed_with_another_key',
      sentence: 'The key attestation is signed with the holder key of this request.',
    })
  })
})
