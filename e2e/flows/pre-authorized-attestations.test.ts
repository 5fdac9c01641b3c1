import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { fitsSession } from '@/lib/wallet/issuer/issue-by-command'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'

const { http } = serviceForTests()

/** Those that one run shows, without lists of trusted providers. */
const shown = misbehaviours.filter(
  ({ authenticates, needs = {} }) => authenticates && needs.runs === undefined && needs.lists === undefined,
)

/** With a pre-authorized code nothing is pushed: the token request is the first that authenticates the client. */
describe('a wallet attestation at the token endpoint of a pre-authorized code', () => {
  it.each(shown.map((one) => [one.id, one] as const))('shows %s', async (id, { needs = {} }) => {
    const created = await http(
      jsonPost('/sessions', {
        issuer_configuration_id: needs.issuer ?? 'eu-pid-device-bound',
        flow: 'pre_authorized_code',
        ...needs.sessionOptions,
      }),
    )
    expect(created.status, created.body).toBe(201)
    const { session_id: session, deeplink } = created.object()
    const before = (await http({ path: `/sessions/${session}` })).object()
    expect(fitsSession(misbehaviours.find((one) => one.id === id)!, before as never)).toBe(true)
    const run = await runAtIssuer({
      deeplink: String(deeplink),
      misbehave: id,
      profile: { clientAuthentication: 'attestation' },
    })
    expect(run.log.find(({ misbehaved }) => misbehaved)?.step, run.reason ?? '').toBe('token')
    const { checks } = (await http({ path: `/sessions/${session}` })).object() as unknown as IssuanceSessionView
    const told = checks.conformance.find((entry) => entry.id === checkIdOf({ id }))
    expect(['fail', 'warn'], JSON.stringify(told)).toContain(told?.status)
  })
})
