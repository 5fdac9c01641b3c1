import type { z } from 'zod'
import { checkById, sessionRequests } from '../../issuer-and-verifier'
import { issueWords } from '../../shared/http/problem-words'
import { ProtocolError } from '../../shared/ports/errors'
import { isObject } from '../../shared/values/json'
import type { OwnedKind } from '../entities/kinds'
import { type Candidates, nearestPaths } from '../entities/unknown-names'
import type { ResolvedNames, ScoreboardStore } from '../scoreboard-store'
import { isBesideSealed, type SavedDefinition } from './sealed-definition'
import {
  type Definition,
  type DefinitionProblem,
  type DefinitionStep,
  definitionMembers,
  entityMembers,
  stepKinds,
  stepMembers,
  zDefinition,
  zEntities,
  zStep,
} from './z-definition'

/** Ids of this version of the service that definitions may name, besides records. */
export interface PipelineCatalogue {
  readonly presets: ReadonlySet<string>
  readonly campaigns: ReadonlySet<string>
  /** Paths of built-in custom integrations. */
  readonly builtInChecks: ReadonlySet<string>
}

/** Maximum number of problems in a response, and of steps examined to find them. */
const problemsMax = 20
const stepsReadMax = 20

/** Prefix of the checks that judge each kind of session. */
const checkPrefix = { issuance: 'vci.', presentation: 'vp.' } as const

/** A record that a definition names, and its required collection. */
interface NamedRecord {
  readonly path: string
  readonly collection: OwnedKind
  readonly name: string
}

/** The result of reading a definition. */
type DefinitionReading = { readonly definition: Definition } | { readonly problems: readonly DefinitionProblem[] }

interface DefinitionFacts {
  readonly catalogue: PipelineCatalogue
  readonly store: Pick<ScoreboardStore, 'resolve'>
  /** Where to look for what an unknown path means; absent where nobody asks. */
  readonly entities?: Candidates
}

/**
 * Reads a definition. Everything it names must exist: kinds, presets, campaigns and checks in this version of the
 * service, paths in the catalogue of entities.
 */
export async function readDefinition(value: unknown, facts: DefinitionFacts): Promise<DefinitionReading> {
  const [reading] = await readDefinitions([value], facts)
  if (reading === undefined) throw new Error('A definition was read to nothing.')
  return reading
}

/** Reads a definition that was valid when its run began, without looking up the records again. */
export function readDefinitionAgain(value: unknown, catalogue: PipelineCatalogue): DefinitionReading {
  const parsed = zDefinition.safeParse(value)
  if (!parsed.success) return { problems: parsed.error.issues.slice(0, problemsMax).map(problemOf) }
  const problems = unknownIds(parsed.data, catalogue)
  return problems.length === 0 ? { definition: parsed.data } : { problems: problems.slice(0, problemsMax) }
}

/** Reads several definitions like `readDefinition`, asking storage only once. */
export async function readDefinitions(
  values: readonly unknown[],
  { catalogue, store, entities }: DefinitionFacts,
): Promise<DefinitionReading[]> {
  const all = values.map((value) => {
    const parsed = zDefinition.safeParse(value)
    const parts: ReadableParts = parsed.success ? parsed.data : readableParts(value)
    return { parsed, parts, named: namedRecords(parts) }
  })
  const paths: Record<string, string[]> = {}
  for (const { collection, name } of all.flatMap(({ named }) => named))
    paths[collection] = [...(paths[collection] ?? []), name]
  const { paths: found } = await store.resolve({ paths, pipelines: [], results: [] })
  const unknown = new Map(
    all
      .flatMap(({ named }) => named)
      .filter((record) => isUnknown(record, found))
      .map(({ collection, name }) => [`${collection} ${name}`, [collection, name] as const]),
  )
  const paired = entities === undefined ? [] : await nearestPaths([...unknown.values()], entities)
  const nearest = new Map([...unknown.keys()].map((key, place) => [key, paired[place] ?? null]))
  return all.map(({ parsed, parts, named }) => {
    const problems = [
      ...(parsed.success ? [] : parsed.error.issues.map(problemOf)),
      ...wrongSessions(parts),
      ...unknownIds(parts, catalogue),
      ...named.filter((record) => isUnknown(record, found)).map((record) => unknownRecord(record, nearest)),
    ]
    return parsed.success && problems.length === 0
      ? { definition: parsed.data }
      : { problems: problems.slice(0, problemsMax) }
  })
}

/** The readable parts of a definition, whatever is wrong with others; `null` for an unreadable step. */
interface ReadableParts {
  readonly entities: Definition['entities']
  readonly steps: readonly (DefinitionStep | null)[]
}

/** Lets one response list every problem, not only those of form. */
function readableParts(value: unknown): ReadableParts {
  const { entities, steps } = isObject(value) ? value : {}
  return {
    entities: zEntities.safeParse(entities).data ?? { custom_checks: [] },
    steps: (Array.isArray(steps) ? steps.slice(0, stepsReadMax) : []).map(readableStep),
  }
}

/** Stands in for required members of a step that cannot be read, so that they cause no further problem. */
const unread = { id: 'unread', session: {} } as const

/** The readable members of a step, with an empty id if that is unreadable; `null` if nothing useful remains. */
function readableStep(value: unknown): DefinitionStep | null {
  const whole = zStep.safeParse(value)
  if (whole.success || !isObject(value)) return whole.data ?? null
  const wrong = new Set(whole.error.issues.map(({ path }) => path[0]))
  const rest = Object.fromEntries(Object.entries(value).filter(([member]) => !wrong.has(member)))
  const step = zStep.safeParse({ ...unread, ...rest }).data
  if (step === undefined) return null
  return wrong.has('id') ? { ...step, id: '' } : step
}

/**
 * Requires a valid definition before it runs or is shown. Ignores unknown members: it may have been stored before they
 * were refused.
 * @throws ProtocolError `invalid_pipeline`, whose details name every place that is wrong
 */
export async function requireDefinition(value: unknown, facts: DefinitionFacts): Promise<Definition> {
  if (value === null)
    throw new ProtocolError(
      'invalid_pipeline',
      'This pipeline has no definition, so this service cannot run it: others do, and report its runs.',
    )
  const read = await readDefinition(value, facts)
  if ('definition' in read) return read.definition
  throw invalid(read.problems)
}

/**
 * Requires a valid definition before it is saved. Refuses unknown members: a misspelt one would silently do nothing.
 * @throws ProtocolError as above
 */
export async function requireNewDefinition(
  { plain, sealed, problems: unkept }: SavedDefinition,
  facts: DefinitionFacts,
): Promise<void> {
  const read = await readDefinition(plain, facts)
  const problems = [...unkept, ...unknownMembers(plain), ...('problems' in read ? read.problems : [])]
  if (problems.length > 0) throw invalid(problems.slice(0, problemsMax))
  // The sealed form is longer, and it is what a run reads.
  const stored = readDefinitionAgain(sealed, facts.catalogue)
  if ('problems' in stored) throw invalid(stored.problems)
}

const invalid = (details: readonly DefinitionProblem[]): ProtocolError =>
  new ProtocolError('invalid_pipeline', 'The definition of the pipeline is wrong; details names every place.', {
    details,
  })

/** A schema issue as a problem. Our own rules have their own words. */
const problemOf = (issue: z.core.$ZodIssue): DefinitionProblem => ({
  path: issue.path.join('.'),
  code: issue.code,
  message:
    issue.code === 'custom'
      ? issue.message
      : isOfKind(issue)
        ? `must be one of ${stepKinds.join(', ')}`
        : issueWords(issue),
})

/** For a step of unknown kind, no branch of the schema applies. */
const isOfKind = (issue: z.core.$ZodIssue): boolean => issue.code === 'invalid_union' && issue.path.at(-1) === 'kind'

function unknownIds({ steps }: ReadableParts, catalogue: PipelineCatalogue): DefinitionProblem[] {
  const seen = new Set<string>()
  return steps.flatMap((step, index) => {
    if (step === null) return []
    const at = `steps.${index}`
    const twice = step.id !== '' && seen.has(step.id)
    seen.add(step.id)
    return [
      ...(twice ? [problem(`${at}.id`, 'duplicate_id', 'must differ from the ids of other steps')] : []),
      ...unknownOfStep(step, at, catalogue),
    ]
  })
}

/** Members of sessions that the service would refuse when a run reaches them. */
const wrongSessions = ({ steps }: ReadableParts): DefinitionProblem[] =>
  steps.flatMap((step, index) => {
    if (step?.kind !== 'issuance' && step?.kind !== 'presentation') return []
    const { error } = sessionRequests[step.kind].safeParse(step.session)
    const issues = (error?.issues ?? []).filter(({ path }) => !isBesideSealed(step.session, step.kind, path))
    return issues.map((issue) =>
      problem([`steps.${index}.session`, ...issue.path.map(String)].join('.'), issue.code, issueWords(issue)),
    )
  })

function unknownOfStep(step: DefinitionStep, at: string, catalogue: PipelineCatalogue): DefinitionProblem[] {
  switch (step.kind) {
    case 'issuance':
    case 'presentation':
      return typeof step.require === 'string'
        ? []
        : step.require.flatMap((id, place) =>
            checkById(id) !== null && id.startsWith(checkPrefix[step.kind])
              ? []
              : [problem(`${at}.require.${place}`, 'unknown_check', `must be a check of sessions of ${step.kind}`)],
          )
    case 'campaign': {
      const { campaign, presets = [] } = step
      const isKnown = campaign === undefined || catalogue.campaigns.has(campaign)
      return [
        ...(isKnown ? [] : [problem(`${at}.campaign`, 'unknown_campaign', 'must be one that GET /campaigns lists')]),
        ...presets.flatMap((id, place) =>
          catalogue.presets.has(id)
            ? []
            : [problem(`${at}.presets.${place}`, 'unknown_preset', 'must be one that GET /presets.json lists')],
        ),
      ]
    }
    case 'custom':
      return step.runs === 'external' || catalogue.builtInChecks.has(step.custom_check)
        ? []
        : [problem(`${at}.custom_check`, 'unknown_built_in', 'must be an integration that this service runs itself')]
  }
}

function namedRecords({ entities, steps }: ReadableParts): NamedRecord[] {
  const record = (path: string, collection: OwnedKind, name: string | undefined): NamedRecord[] =>
    name === undefined ? [] : [{ path, collection, name }]
  return [
    ...record('entities.wallet', 'wallets', entities.wallet),
    ...record('entities.wallet_version', 'wallet_versions', entities.wallet_version),
    ...entities.custom_checks.flatMap((name, place) =>
      record(`entities.custom_checks.${place}`, 'custom_checks', name),
    ),
    ...steps.flatMap((step, index) => {
      if (step === null) return []
      const at = `steps.${index}`
      if (step.kind === 'issuance') return record(`${at}.credential`, 'credentials', step.credential)
      if (step.kind === 'presentation') return record(`${at}.use_case`, 'use_cases_verifications', step.use_case)
      return step.kind === 'custom' ? record(`${at}.custom_check`, 'custom_checks', step.custom_check) : []
    }),
  ]
}

const isUnknown = ({ collection, name }: NamedRecord, found: ResolvedNames['paths']): boolean =>
  found[collection]?.has(name) !== true

function unknownRecord(
  { path, collection, name }: NamedRecord,
  known: ReadonlyMap<string, string | null>,
): DefinitionProblem {
  const nearest = known.get(`${collection} ${name}`) ?? null
  const wrong = problem(path, 'unknown_path', 'must be the path of a record that exists')
  return nearest === null ? wrong : { ...wrong, message: `${wrong.message}, such as ${nearest}`, nearest }
}

const problem = (path: string, code: string, message: string): DefinitionProblem => ({ path, code, message })

/** Maximum length of a name that is echoed, in characters. */
const nameMax = 60

/** Places with unknown names. Not inside sessions, whose endpoint checks them, nor in steps of unknown kind. */
function unknownMembers(value: unknown): DefinitionProblem[] {
  if (!isObject(value)) return []
  const steps: readonly unknown[] = Array.isArray(value.steps) ? value.steps : []
  return [
    ...unknownIn(value, { at: '', what: 'a definition', known: definitionMembers }),
    ...unknownIn(value.entities, { at: 'entities.', what: 'entities', known: entityMembers }),
    ...steps.flatMap((step, place) => {
      const kind = stepKinds.find((one) => isObject(step) && step.kind === one)
      if (kind === undefined) return []
      return unknownIn(step, { at: `steps.${place}.`, what: `a step of kind ${kind}`, known: stepMembers[kind] })
    }),
  ]
}

function unknownIn(
  value: unknown,
  { at, what, known }: { readonly at: string; readonly what: string; readonly known: readonly string[] },
): DefinitionProblem[] {
  if (!isObject(value)) return []
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: at + name.slice(0, nameMax),
      code: 'unknown_member',
      message: `must be left out: the members of ${what} are ${known.join(', ')}`,
    }))
}
