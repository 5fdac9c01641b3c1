import { expect, it, vi } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runCommand } from '@/lib/wallet/command'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()
const { http } = service

const send = createNodeClient()

/** Runs the command of the reference wallet, and reads how its session of this issuer ended. */
async function outcomeOf(issuer: string, flow: string) {
  const body = { trust_framework: 'eu', issuer_configuration_id: issuer, flow }
  const created = (await http(jsonPost('/sessions', body))).object()
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const code = await runCommand([String(created.deeplink)], { print, complain: print })
  expect(code, printed.join('\n')).toBe(0)
  return (await http({ path: `/sessions/${created.session_id}` })).object() as unknown as IssuanceSessionView
}

/** The provider of the reference wallet is new with each process, so no installation has it as an anchor. */
const isAnchored = (id: string): boolean => !id.endsWith('_attestation.trusted')

it.each([
  ['eu-pid-device-bound', 'authorization_code'],
  ['eu-pid-jwt-proof-only', 'pre_authorized_code'],
])('the reference wallet passes in the framework without an option: %s, %s', async (issuer, flow) => {
  const { outcome, observed, checks } = await outcomeOf(issuer, flow)
  const red = checks.conformance.filter(({ status }) => status === 'fail' || status === 'warn')
  expect(red.map(({ id }) => id).filter(isAnchored)).toEqual([])
  expect(outcome).toMatchObject({ id: 'passed_with_warnings', success: true })
  expect(observed).toMatchObject({ wallet_attestation_profile: 'ts3' })
})

it.each([
  ['by a link', {}],
  ['by a link, as HAIP has it', { profile: 'haip' }],
  ['by the page of a browser', { presentation_channel: 'dc_api' }],
])('the reference wallet passes in the framework without an option when it presents %s', async (_words, options) => {
  const created = (await http(jsonPost('/openid4vp/sessions', { trust_framework: 'eu', ...options }))).object()
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const code = await runCommand([String(created.deeplink)], { print, complain: print })
  expect(code, printed.join('\n')).toBe(0)
  expect(printed).toContain('Trusted: nothing is wrong with the verifier.')
  const read = await http({ path: `/openid4vp/sessions/${created.session_id}` })
  const { outcome, checks } = read.object() as unknown as PresentationSessionView
  const red = checks.conformance.filter(({ status }) => status === 'fail' || status === 'warn')
  expect(red.map(({ id }) => id)).toEqual([])
  expect(outcome).toMatchObject({ success: true })
})

it('a credential request reads the exchanges of its session once, for the end of the credential', async () => {
  const body = { trust_framework: 'eu', issuer_configuration_id: 'eu-pid-device-bound', flow: 'pre_authorized_code' }
  const created = (await http(jsonPost('/sessions', body))).object()
  const read = vi.spyOn(service.container.ports.store, 'exchanges')
  const atCredential: number[] = []
  let before = 0
  await runAtIssuer({
    deeplink: String(created.deeplink),
    http: async (request) => {
      before = read.mock.calls.length
      const answer = await send(request)
      if (request.url.endsWith('/credential')) atCredential.push(read.mock.calls.length - before)
      return answer
    },
  })
  read.mockRestore()
  expect(atCredential).toEqual([1])
})
