import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pairwise } from '@/lib/testing/combinations'
import { covers } from '@/lib/testing/covers'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { describeCombination, issuanceCombinations } from '../matrix/combinations'
import { expectIssued } from '../matrix/expect-issued'
import { type MatrixService, startMatrixService } from '../matrix/matrix-service'

describe('every pair of choices', () => {
  let matrix: MatrixService
  beforeAll(async () => {
    matrix = await startMatrixService()
  })
  afterAll(() => matrix.service.close())

  covers('A1.7', 'A4.46')
  /** Every pair of choices; `npm run matrix` tries all combinations. */
  describe('the reference wallet gets its credentials', () => {
    it.each(
      pairwise(issuanceCombinations).map((combination) => [describeCombination(combination), combination] as const),
    )('%s', (_words, combination) => expectIssued(matrix, combination))
  })
})

describe('an mdoc', () => {
  const service = serviceForTests()

  describe('an mdoc of the device-bound issuer', () => {
    it('is signed by a separate key that the credential key set publishes', async () => {
      const { keys } = await (await fetch(`${service.baseUrl}/issuers/eu-pid-device-bound/credential-jwks.json`)).json()
      expect(keys).toHaveLength(2)
      expect(new Set(keys.map(({ kid }: { kid: string }) => kid)).size).toBe(2)
      for (const key of keys) expect(key).toMatchObject({ alg: 'ES256', use: 'sig', x5c: [expect.any(String)] })
    })
  })

  describe('a wallet that asks for the SD-JWT VC where the mdoc was offered', () => {
    it('is answered 400 credential_request_denied (N79)', async () => {
      const response = await fetch(`${service.baseUrl}/sessions`, {
        method: 'POST',
        body: JSON.stringify({
          issuer_configuration_id: 'eu-pid-jwt-proof-only',
          flow: 'pre_authorized_code',
          credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof',
        }),
      })
      const { deeplink } = await response.json()
      const run = await runAtIssuer({ deeplink, misbehave: 'vci.credential.configuration_as_offered' })
      expect(run.refusal).toMatchObject({ status: 400, error: 'credential_request_denied' })
    })
  })
})
