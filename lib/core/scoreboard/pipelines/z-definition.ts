import { z } from 'zod'
import { levels } from '../../shared/ports/finding'
import { zNamed } from '../z-statistics'

/** Who drives a run: the reference wallet, a person with a phone, or an external program. */
const runnerTypes = ['built_in_wallet', 'real_wallet_qr', 'external_ci'] as const

export type RunnerType = (typeof runnerTypes)[number]

export const stepKinds = ['issuance', 'presentation', 'campaign', 'custom'] as const

export type StepKind = (typeof stepKinds)[number]

/** Maximum size of a step's session body, and of its list of expected failures, in bytes. */
const sessionBytesMax = 64 * 1024

const expectedBytesMax = 16 * 1024

const stepsMax = 20

const pathMax = 600

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

const zPath = zNamed(pathMax).min(1)

const zSession = z.record(z.string(), z.unknown()).refine((body) => bytesOf(JSON.stringify(body)) <= sessionBytesMax, {
  message: `must not be longer than ${sessionBytesMax} bytes`,
})

export const zStepId = z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 lower-case letters, digits and hyphens')

/** Members of every step. */
const common = {
  id: zStepId,
  /** Whether the run continues if the step fails. */
  on_failure: z.enum(['stop', 'continue']).default('stop'),
}

const zRequire = z.union([z.enum(['all', 'none']), z.array(z.string().max(200)).min(1).max(500)]).default('all')

const zIssuance = z.object({
  ...common,
  kind: z.literal('issuance'),
  session: zSession,
  credential: zPath.optional(),
  require: zRequire,
})

const zPresentation = z.object({
  ...common,
  kind: z.literal('presentation'),
  session: zSession,
  use_case: zPath.optional(),
  require: zRequire,
})

const zCampaignStep = z
  .object({
    ...common,
    kind: z.literal('campaign'),
    campaign: z.string().max(100).optional(),
    presets: z.array(z.string().max(200)).min(1).max(500).optional(),
    expected_failures: z
      .string()
      .refine((text) => bytesOf(text) <= expectedBytesMax, {
        message: `must not be longer than ${expectedBytesMax} bytes`,
      })
      .optional(),
    fail_on: z.enum(levels).default('must'),
  })
  .refine(({ campaign, presets }) => (campaign === undefined) !== (presets === undefined), {
    path: ['campaign'],
    message: 'must be named, or presets, and not both',
  })

const zCustom = z.object({
  ...common,
  kind: z.literal('custom'),
  custom_check: zPath,
  runs: z.enum(['built_in', 'external']).default('external'),
})

/** What all runs of a pipeline use. */
export const zEntities = z.object({
  wallet: zPath.optional(),
  wallet_version: zPath.optional(),
  custom_checks: z.array(zPath).max(100).default([]),
})

export const zStep = z.discriminatedUnion('kind', [zIssuance, zPresentation, zCampaignStep, zCustom])

/** The definition of a pipeline: an ordered list of steps, and who drives the wallet through them. */
export const zDefinition = z
  .object({
    version: z.literal(1),
    runner: z.enum(runnerTypes),
    wait_seconds: z.int().min(30).max(3600).default(600),
    timeout_seconds: z.int().min(60).max(7200).default(3600),
    entities: zEntities.default({ custom_checks: [] }),
    steps: z.array(zStep).min(1).max(stepsMax),
  })
  .meta({ id: 'PipelineDefinition' })

/** Allowed members of a definition, of its entities, and of each kind of step. */
export const definitionMembers: readonly string[] = Object.keys(zDefinition.shape)

export const entityMembers: readonly string[] = Object.keys(zEntities.shape)

export const stepMembers: Readonly<Record<StepKind, readonly string[]>> = {
  issuance: Object.keys(zIssuance.shape),
  presentation: Object.keys(zPresentation.shape),
  campaign: Object.keys(zCampaignStep.shape),
  custom: Object.keys(zCustom.shape),
}

/** A definition with every default filled in. */
export type Definition = z.output<typeof zDefinition>

export type DefinitionStep = Definition['steps'][number]

/** One problem in a definition. */
export interface DefinitionProblem {
  /** Members and indexes, joined by dots: `steps.0.kind`. */
  readonly path: string
  readonly code: string
  /** Follows the name of the place: `must be …`. */
  readonly message: string
  /** Of an unknown path: the existing one that is most probably meant. */
  readonly nearest?: string
}
