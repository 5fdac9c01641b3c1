import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectError, expectRefusal, lastExchange } from '@/lib/testing/expect-refusal'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import type { JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const proofsOf = (request: JsonRecord) => request.proofs as { jwt: string[] }

/** What is wrong, the error, the check that says so (below `vci.credential.`), and the change of the request. */
const bad: readonly [name: string, error: string, check: string, change: (request: JsonRecord) => void][] = [
  [
    'both identifiers (N76)',
    'invalid_credential_request',
    'one_identifier',
    (request) => {
      request.credential_identifier = 'x'
    },
  ],
]

describe('a credential request', () => {
  covers('A4.40', 'A4.41', 'A7.1', 'A8.1')
  it.each(bad)(
    'with %s is refused as %s by vci.credential.%s, and the nonce stays usable',
    async (_n, error, check, change) => {
      const wallet = await createHandWallet(service)
      await wallet.obtainToken()
      const nonce = await wallet.freshNonce()
      const answer = await wallet.requestCredential({ nonce, request: change })
      await expectRefusal(wallet, 'credential', answer, { status: 400, error, check: `vci.credential.${check}` })
      expect((await wallet.view()).status).toBe('credential_requested')
      expect((await wallet.requestCredential({ nonce })).status).toBe(200)
    },
  )

  it.each([['as plain text (N75)', 'content_type', 'text/plain', null]])(
    '%s is refused, and the nonce stays usable',
    async (_name, check, type, body) => {
      const wallet = await createHandWallet(service)
      await wallet.obtainToken()
      const nonce = await wallet.freshNonce()
      const headers = (fields: [string, string][]): void => {
        fields[1] = ['Content-Type', type]
      }
      const answer = await wallet.requestCredential({ nonce, headers, ...(body === null ? {} : { body }) })
      await expectRefusal(wallet, 'credential', answer, {
        status: 400,
        error: 'invalid_credential_request',
        check: `vci.credential.${check}`,
      })
      expect((await wallet.requestCredential({ nonce })).status).toBe(200)
    },
  )

  it('with a member twice is refused (N76)', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const id = wallet.created.credential_configuration_id
    const nonce = await wallet.freshNonce()
    const proof = wallet.proof(nonce, wallet.keyAttestation(nonce))
    const body = `{"credential_configuration_id":"${id}","credential_configuration_id":"${id}","proofs":{"jwt":["${proof}"]}}`
    const answer = await wallet.requestCredential({ body, nonce })
    await expectRefusal(wallet, 'credential', answer, {
      status: 400,
      error: 'invalid_credential_request',
      check: 'vci.credential.no_duplicate_members',
    })
  })

  it('in the form of an old draft is refused, and told so (N81)', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const answer = await wallet.requestCredential({
      request: (request) => {
        request.proof = { proof_type: 'jwt', jwt: proofsOf(request).jwt[0] }
        delete request.proofs
      },
    })
    await expectRefusal(wallet, 'credential', answer, {
      status: 400,
      error: 'invalid_proof',
      check: 'vci.credential.proofs_present',
    })
    const { id } = await lastExchange(wallet, wallet.path('credential'))
    const legacy = (await wallet.view()).checks.conformance.find(
      (entry) => entry.exchange_id === id && entry.id === 'vci.credential.no_legacy_members',
    )
    expect(legacy?.status).toBe('warn')
  })

  it('with an attestation proof is refused if none is offered (N83)', async () => {
    const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
    await wallet.obtainToken()
    const nonce = await wallet.freshNonce()
    const answer = await wallet.requestCredential({
      nonce,
      request: (request) => {
        request.proofs = { attestation: [wallet.keyAttestation(nonce)] }
      },
    })
    await expectRefusal(wallet, 'credential', answer, {
      status: 400,
      error: 'invalid_proof',
      check: 'vci.credential.proof_type_supported',
    })
  })

  covers('A4.40')
  it('with members nobody knows is answered, and they are listed', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const answer = await wallet.requestCredential({
      request: (request) => {
        request.colour = 'blue'
      },
    })
    expect(answer.status).toBe(200)
    const entry = (await wallet.view()).checks.conformance.find(({ id }) => id === 'vci.credential.unknown_members')
    expect(entry?.status).toBe('warn')
    expect(JSON.stringify(entry?.actual)).toContain('colour')
  })

  it('whose media type has parameters is answered', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const headers = (fields: [string, string][]): void => {
      fields[1] = ['Content-Type', 'Application/JSON; charset=utf-8']
    }
    expect((await wallet.requestCredential({ headers })).status).toBe(200)
  })

  it('by GET does not exist', async () => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.http({ path: wallet.path('credential') })
    expectError(answer, 405, 'method_not_allowed')
    expect(answer.header('allow')).toBe('POST, OPTIONS')
  })
})
