import { afterEach, describe, expect, it } from 'vitest'
import { isObject, type JsonObject } from '../../json'
import { type Script, type ScriptedIssuer, startScriptedIssuer } from '../../testing/scripted-issuer'
import { runAtIssuer } from '../run-at-issuer'

const open: ScriptedIssuer[] = []
afterEach(async () => {
  for (const issuer of open.splice(0)) await issuer.close()
})

/** Runs a wallet that does not encrypt unasked, at an issuer with changed encryption metadata. */
async function runWith(change: (metadata: Record<'request' | 'response', JsonObject>) => void, more: Script = {}) {
  const issuer = await startScriptedIssuer({
    encryption: 'offered',
    ...more,
    answer: ({ path }, usual) => {
      if (!path.includes('openid-credential-issuer') || !isObject(usual.body)) return null
      const { credential_request_encryption: request, credential_response_encryption: response } = usual.body
      const changed = { request: { ...(request as JsonObject) }, response: { ...(response as JsonObject) } }
      change(changed)
      return {
        ...usual,
        body: {
          ...usual.body,
          credential_request_encryption: changed.request,
          credential_response_encryption: changed.response,
        },
      }
    },
  })
  open.push(issuer)
  const run = await runAtIssuer({ deeplink: issuer.deeplink, wait: async () => undefined })
  const sent = issuer.received.filter(({ path }) => /\/(credential|deferred)$/.test(path))
  return { run, types: sent.map(({ headers }) => headers['content-type']) }
}

describe('a wallet that encrypts only where it has to', () => {
  it.each(['request', 'response'] as const)(
    'encrypts its credential request and its deferred one where a %s has to be encrypted',
    async (which) => {
      const { run, types } = await runWith(
        (metadata) => {
          metadata[which].encryption_required = true
        },
        { deferrals: 1 },
      )
      expect([run.reason, run.outcome]).toEqual([null, 'credential_stored'])
      expect(types).toEqual(['application/jwt', 'application/jwt'])
    },
  )

  it('encrypts nothing where nothing requires it', async () => {
    expect((await runWith(() => undefined)).types).toEqual(['application/json'])
  })

  it('stops where responses have to be encrypted in a way that it does not know', async () => {
    const { run, types } = await runWith(({ response }) => {
      response.encryption_required = true
      response.enc_values_supported = ['XC20P']
    })
    expect([run.outcome, run.reason]).toEqual([
      'stopped_by_wallet',
      'The issuer requires a response encryption that this wallet does not know',
    ])
    expect(types).toEqual([])
  })
})
