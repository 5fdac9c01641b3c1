import { z } from 'zod'
import { issueWords } from '../../shared/http/problem-words'
import { ProtocolError } from '../../shared/ports/errors'
import type { Laboratory, LaboratoryOptions } from '../../shared/ports/laboratory'
import type { StoredEvent } from '../../shared/ports/store-types'
import type { EpochMillis } from '../../shared/time/time'
import { contradictionIn } from '../configurations/laboratory/contradictions'
import type { BesideLaboratory } from '../configurations/laboratory/laboratory-option'
import { completeLaboratory, zLaboratoryOptions } from '../configurations/laboratory/laboratory-options'

/** Names safe to repeat in a reply: option names and list indexes. */
const isName = (name: PropertyKey): boolean => /^(?:[A-Za-z_]{1,40}|[0-9]{1,4})$/.test(String(name))

/**
 * Completes laboratory options. Throws ProtocolError if two of them, or one and another member, contradict, or if the
 * laboratory would outlive its session.
 */
export function readLaboratory(
  asked: z.output<typeof zLaboratoryOptions>,
  { retentionDays, ...beside }: BesideLaboratory & { readonly retentionDays: number },
): LaboratoryOptions {
  const options = completeLaboratory(asked)
  requireKept(options, retentionDays)
  const contradiction = contradictionIn(options, beside)
  if (contradiction === null) return options
  const { members, says } = contradiction
  throw new ProtocolError('conflicting_laboratory_options', `${says} Change ${members[0]} or ${members[1]}.`, {
    members,
  })
}

/** An issuer must not outlive its session's retention. */
function requireKept({ lifetime_seconds: seconds }: LaboratoryOptions, retentionDays: number): void {
  const most = retentionDays * 86_400
  if (retentionDays === 0 || seconds <= most) return
  const member = '/laboratory/lifetime_seconds'
  throw illegal(`The member ${member} must be at most ${most}: sessions are deleted after that here.`, member, {})
}

/** Locates an unknown option or illegal value, and lists legal ones where possible. */
export function illegalLaboratory({ path, ...issue }: z.core.$ZodIssue): ProtocolError {
  const unnamed = path.findIndex((name) => !isName(name))
  const known = unnamed === -1 ? path : path.slice(0, unnamed)
  const pointer = `/${known.map(String).join('/')}`
  if (issue.code !== 'unrecognized_keys') {
    const legal = issue.code === 'invalid_value' ? { legal_values: issue.values } : {}
    return illegal(`The member ${pointer} ${issueWords({ ...issue, path } as z.core.$ZodIssue)}.`, pointer, legal)
  }
  const [unknown = ''] = issue.keys
  const names = memberNames(known.slice(1))
  const where = pointer === '/laboratory' ? 'A laboratory has these options' : `The member ${pointer} has these members`
  return illegal(`${where}: ${names.join(', ')}.`, isName(unknown) ? `${pointer}/${unknown}` : pointer, {
    legal_values: names,
  })
}

const illegal = (says: string, member: string, legal: { readonly legal_values?: readonly unknown[] }): ProtocolError =>
  new ProtocolError('unsupported_laboratory_option', says, { member, ...legal })

/** Legal member names of an options object. */
function memberNames(path: readonly PropertyKey[]): readonly string[] {
  const found = path.reduce<z.core.$ZodType[]>(
    (at, name) => at.flatMap((schema) => inside(schema)).flatMap((schema) => member(schema, name)),
    [zLaboratoryOptions],
  )
  const objects = found.flatMap(inside).filter((schema) => schema instanceof z.ZodObject)
  return objects.flatMap(({ shape }) => Object.keys(shape))
}

const member = (schema: z.core.$ZodType, name: PropertyKey): z.core.$ZodType[] => {
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name)) return [schema.shape[String(name)]]
  return []
}

/** Unwraps a schema's defaults and unions. */
function inside(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return inside(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(inside)
  return [schema]
}

/** End of a session's issuer; earlier than planned if it made room for another one. */
export const laboratoryEnd = (
  { until }: Pick<Laboratory, 'until'>,
  events: readonly Pick<StoredEvent, 'type' | 'at'>[],
): EpochMillis => events.find(({ type }) => type === 'laboratory_made_room')?.at ?? until
