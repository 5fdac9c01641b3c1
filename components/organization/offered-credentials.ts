import { isObject } from '@/lib/core/shared/values/json'
import type { FormProblem } from './pipeline-form'

/**
 * Credentials that a definition offers and that their issuer does not have; its run would be refused. `issuers`: each
 * with its credentials, the one that is meant without a name first. A session with an issuer of its own is left alone.
 */
export function unofferedCredentials(
  definition: unknown,
  issuers: readonly (readonly [issuer: string, credentials: readonly string[]])[],
): FormProblem[] {
  const steps = isObject(definition) && Array.isArray(definition.steps) ? definition.steps : []
  return steps.flatMap((step: unknown, place): FormProblem[] => {
    const session = isObject(step) && step.kind === 'issuance' && isObject(step.session) ? step.session : {}
    const { issuer_configuration_id: issuer = issuers[0]?.[0], credential_configuration_id: credential } = session
    const offered = issuers.find(([id]) => id === issuer)?.[1]
    if (session.laboratory !== undefined || credential === undefined || offered === undefined) return []
    if (offered.some((id) => id === credential)) return []
    return [
      {
        path: `steps.${place}.session.credential_configuration_id`,
        message: 'must be one of the issuer that is chosen beside it',
      },
    ]
  })
}
