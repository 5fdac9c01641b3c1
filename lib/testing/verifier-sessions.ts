import { expect } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import type { HttpClient } from './http-client'

/** Creates and reads presentation sessions through a client, which need not exist yet. */
export function verifierSessions(client: () => HttpClient) {
  const post = (path: string, body: JsonObject) =>
    client()({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })
  return {
    post,
    async create(body: JsonObject) {
      const created = await post('/openid4vp/sessions', body)
      expect(created.status, created.body).toBe(201)
      return created.object() as { session_id: string; deeplink: string; authorization_request: JsonObject }
    },
    read: async (id: string) =>
      (await client()({ path: `/openid4vp/sessions/${id}` })).object() as unknown as PresentationSessionView,
  }
}

/** Ids of checks that failed or warned, each once, except for a credential that is shown again. */
export const redOf = ({ checks }: PresentationSessionView): string[] => [
  ...new Set(
    checks.conformance
      .filter(({ status }) => status === 'fail' || status === 'warn')
      .map(({ id }) => id)
      .filter((id) => !/^vp\.(sdjwt|mdoc)\.reused_instance$/.test(id)),
  ),
]
