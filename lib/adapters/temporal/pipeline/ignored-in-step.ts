import { z } from 'zod'
import { ignoredWarning, zIgnoredMembers } from '@/lib/core/engine/sessions/ignored-members'
import { sessionRequests } from '@/lib/core/issuer-and-verifier'
import type { DefinitionStep } from '@/lib/core/scoreboard/pipelines/z-definition'
import { requestMillisMax, requireStatus, type ServiceApi } from '../service-api'

type SessionStep = Extract<DefinitionStep, { kind: 'issuance' | 'presentation' }>

/** The steps whose sessions may have members that the service ignores: those it does not list, or operations with more. */
export const mayIgnore = (steps: readonly DefinitionStep[]): ReadonlySet<string> =>
  new Set(steps.filter((step) => isOfSession(step) && hasMore(step)).map(({ id }) => id))

const isOfSession = (step: DefinitionStep): step is SessionStep =>
  step.kind === 'issuance' || step.kind === 'presentation'

const hasMore = ({ kind, session }: SessionStep): boolean =>
  Object.keys(session).some((name) => name === 'mutations' || !Object.hasOwn(sessionRequests[kind].shape, name))

const zRead = z.object({ ignored_members: zIgnoredMembers.optional() })

/**
 * What the service ignored of the body that made a session, in one sentence; '' for nothing, and for a session that is
 * deleted. A definition from before its members were looked at goes on, and its reader sees what it does not ask for.
 */
export async function ignoredIn(api: ServiceApi, path: string): Promise<string> {
  const answer = await api.get(path, requestMillisMax)
  if (answer.status === 404) return ''
  requireStatus(answer, 200, 'reading the session')
  return ignoredWarning(zRead.parse(answer.body).ignored_members ?? []).join(' ')
}
