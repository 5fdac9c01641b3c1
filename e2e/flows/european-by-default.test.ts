import { expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runCommand } from '@/lib/wallet/command'

const { http } = serviceForTests()

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
