import { kindNamedBy } from '../resolve-rows'
import type { EntityStore } from './entity-store'
import { entitiesMax, kindFacts, type OwnedKind } from './kinds'
import { canonicalPath, isSlug } from './names'
import { nearestPath } from './nearest'

/** Looks at what exists. */
export type Candidates = Pick<EntityStore, 'candidates'>

/** So many names of one answer are compared with what exists. */
const comparedMax = 50

/** A name that nothing has, under the member that names it. */
export interface UnknownName {
  readonly field: string
  readonly name: string
}

/**
 * For each name of a kind, the existing path that it most probably means; `null` for none near, and for those after the
 * first fifty.
 */
export async function nearestPaths(
  names: readonly (readonly [kind: OwnedKind, name: string])[],
  { candidates }: Candidates,
): Promise<readonly (string | null)[]> {
  const compared = names.slice(0, comparedMax)
  // As paths are written, so that what is stored is looked up as it is compared.
  const written = compared.map(([kind, name]) => [kind, canonicalPath(name)] as const)
  const paths = compared.length === 0 ? [] : await candidates(written, null)
  return names.map(([, name], place) => nearestPath(name, paths[place] ?? []))
}

/** The same unknown names, each with the nearest one that exists, if one is near. */
export async function withNearest<Unknown extends UnknownName>(
  unknown: readonly Unknown[],
  entities: Candidates,
): Promise<(Unknown & { readonly nearest?: string })[]> {
  const asked = new Map<string, readonly [OwnedKind, string]>()
  for (const { field, name } of unknown) {
    const kind = kindNamedBy(field)
    if (kind !== null) asked.set(`${field} ${name}`, [kind, name])
  }
  const found = await nearestPaths([...asked.values()], entities)
  const nearest = new Map([...asked.keys()].map((key, place) => [key, found[place] ?? null]))
  return unknown.map((one) => {
    const path = nearest.get(`${one.field} ${one.name}`) ?? null
    return path === null ? one : { ...one, nearest: path }
  })
}

/** At most so many records are made for one report. */
const createdMax = 50

/** A record that was made because a report named it. */
export interface CreatedRecord extends UnknownName {
  readonly path: string
  readonly id: string
}

/**
 * Makes private records of an organisation for the names of its report that nothing has, parents first.
 * Names of others, conformance checks (which are never private) and what cannot be a path stay unknown. `meant`: the
 * path for each name that is written differently, with capitals or dots. `left`: what was one too many.
 */
export async function createMissing(
  unknown: readonly UnknownName[],
  {
    namespace,
    runnerType,
    entities,
  }: { readonly namespace: string; readonly runnerType: string; readonly entities: Pick<EntityStore, 'create'> },
): Promise<{
  readonly created: readonly CreatedRecord[]
  readonly meant: ReadonlyMap<string, string>
  readonly left: readonly UnknownName[]
}> {
  const created: CreatedRecord[] = []
  const meant = new Map<string, string>()
  const wanted = unknown.flatMap(({ field, name }) => {
    const kind = kindNamedBy(field)
    const members = kind === null ? null : membersOf(kind, name, { namespace, runnerType })
    return kind === null || members === null || !kindFacts(kind).shown ? [] : [{ field, name, kind, members }]
  })
  const [taken, left] = [wanted.slice(0, createdMax), wanted.slice(createdMax)]
  const isChild = ({ kind }: { readonly kind: OwnedKind }): boolean => kindFacts(kind).parent !== null
  const parentsFirst = [...taken.filter((one) => !isChild(one)), ...taken.filter(isChild)]
  for (const { field, name, kind, members } of parentsFirst) {
    const made = await entities.create({ kind, organization: namespace, members, most: entitiesMax })
    if (made.outcome !== 'created' && made.outcome !== 'exists') continue
    if (made.path !== name) meant.set(name, made.path)
    if (made.outcome === 'created') created.push({ field, name, path: made.path, id: made.id })
  }
  return { created, meant, left: left.map(({ field, name }) => ({ field, name })) }
}

/** The columns of a record for a name; `null` if the organisation can have none with it. */
function membersOf(
  kind: OwnedKind,
  name: string,
  { namespace, runnerType }: { readonly namespace: string; readonly runnerType: string },
): Readonly<Record<string, unknown>> | null {
  const segments = canonicalPath(name).split('/')
  const { parent, members } = kindFacts(kind)
  if (segments.length !== (parent === null ? 2 : 3) || segments[0] !== namespace || !segments.every(isSlug)) return null
  return {
    name: name
      .slice(name.lastIndexOf('/') + 1)
      .trim()
      .slice(0, 200),
    canonified_name: segments.at(-1),
    ...(parent === null ? {} : { [parent[0]]: segments.slice(0, -1).join('/') }),
    published: false,
    description: '',
    ...Object.fromEntries(
      Object.entries(members).map(([member, { otherwise }]) => [member, member === 'type' ? runnerType : otherwise]),
    ),
  }
}
