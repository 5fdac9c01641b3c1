import { groupName, protocolOf } from '../../engine/checks/check-groups'
import { checkById } from '../../issuer-and-verifier'
import type { Sha256 } from '../../shared/ports/ports'
import { toHex } from '../../shared/values/base64url'
import type { ExecutionMemo } from '../execution-memo'
import type { EntityMember } from '../z-statistics'
import type { PipelineInput } from './run-types'
import type { Definition, RunnerType } from './z-definition'

/** Paths of the built-in runners, by type. */
export const runnerPaths: Readonly<Record<RunnerType, string>> = {
  built_in_wallet: 'wallet-capture/built-in-wallet',
  real_wallet_qr: 'wallet-capture/wallet-by-qr-code',
  external_ci: 'wallet-capture/external-ci',
}

/** The catalogue's suites, by protocol. */
const suites = { vci: 'openid4vci/1.0', vp: 'openid4vp/1.0' } as const

/** Path of a check in the catalogue of conformance checks; `null` if this version does not have it. */
function checkPath(id: string): string | null {
  const check = checkById(id)
  return check === null ? null : `${suites[protocolOf(check.group)]}/${groupName(check.group)}/${id}`
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
const unique = (names: readonly string[]): string[] => [...new Set(names)].sort()

export type Entities = Partial<Record<EntityMember, string[]>>

/** Paths of checks, from their ids. */
export const testsOf = (checks: readonly string[]): string[] => unique(checks.flatMap((id) => checkPath(id) ?? []))

/** What a run uses according to its definition, plus the checks that judged it. */
export function entitiesOf(
  { entities, steps }: Definition,
  { wallet_version }: Pick<PipelineInput, 'wallet_version'>,
  checks: readonly string[] = [],
): Entities {
  const version = wallet_version ?? entities.wallet_version
  const wallet = entities.wallet ?? (version === undefined ? undefined : parentOf(version))
  const credentials = steps.flatMap((step) => (step.kind === 'issuance' && step.credential ? [step.credential] : []))
  const useCases = steps.flatMap((step) => (step.kind === 'presentation' && step.use_case ? [step.use_case] : []))
  const custom = steps.flatMap((step) => (step.kind === 'custom' ? [step.custom_check] : []))
  return {
    wallet_used: wallet === undefined ? [] : [wallet],
    wallet_version_used: version === undefined ? [] : [version],
    credentials: unique(credentials),
    issuers: unique(credentials.map(parentOf)),
    use_case_verifications: unique(useCases),
    verifiers: unique(useCases.map(parentOf)),
    custom_checks: unique([...entities.custom_checks, ...custom]),
    conformance_tests: testsOf(checks),
  }
}

/** The memo that a run gets when it is started. */
export const memoOf = (
  definition: Definition,
  { input, sha256 }: { readonly input: PipelineInput; readonly sha256: string },
): ExecutionMemo => ({
  pipeline: input.pipeline_id,
  type: input.trigger,
  runner_ids: [runnerPaths[definition.runner]],
  runner_types: [definition.runner],
  entities: entitiesOf(definition, input),
  definition_sha256: sha256,
  ci_run_url: input.ci_run_url ?? '',
})

/** Identifies the saved edition of a definition: SHA-256 in hex. */
export const definitionDigest = (definition: unknown, sha256: Sha256): string =>
  toHex(sha256(JSON.stringify(definition)))
