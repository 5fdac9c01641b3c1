import type { z } from 'zod'
import { bodyBytesMax } from '../../shared/http/limits'
import { isProtocolError, ProtocolError } from '../../shared/ports/errors'
import { pointerStep } from '../../shared/values/json'
import type { LogoFile } from '../entities/entity-store'
import type { FormPart } from '../scoreboard-ports'
import { readLogo } from './attachments'
import { readAdminForm } from './read-admin-body'
import { refuseMadeNames, type ScoreboardContext } from './scoreboard-endpoint'

/**
 * Reads what an organisation writes of itself or of what it owns: JSON alone, or as the part `part` of a form whose part
 * `logo` is a picture. Throws ProtocolError with a `pointer` to what is wrong first.
 * @param described members that are texts, in which our own values are hidden instead of refused
 */
export async function readOwnedForm<Schema extends z.ZodType>(
  context: ScoreboardContext,
  {
    schema,
    part,
    described,
  }: { readonly schema: Schema; readonly part: string; readonly described: readonly string[] },
): Promise<{ readonly body: z.output<Schema>; readonly logo: LogoFile | null }> {
  try {
    const wrongFiles = (files: readonly FormPart[]) => wrongWith(() => soleLogo(files, part))
    const { body, files } = await readAdminForm(context, schema, {
      part,
      bytesMax: bodyBytesMax.entityJson,
      wrongFiles,
    })
    await refuseMadeNames(body, context, described)
    return { body, logo: soleLogo(files, part) }
  } catch (error) {
    throw withPointer(error)
  }
}

/** The logo of a form, `null` without one. Throws ProtocolError for a logo that is no picture, and for any other part. */
function soleLogo(files: readonly FormPart[], part: string): LogoFile | null {
  const [file, another] = files
  const wrong = files.find(({ name }) => name !== 'logo') ?? another
  if (wrong !== undefined)
    throw new ProtocolError('invalid_request', `The form takes the parts ${part} and one logo, and no other.`, {
      details: [{ path: wrong.name.slice(0, 200), code: 'custom', message: 'must be left out' }],
    })
  return file === undefined ? null : readLogo('logo', file.bytes)
}

/** The details of the refusal that reading ends in; none if it does not. */
function wrongWith(read: () => unknown): readonly unknown[] {
  try {
    read()
    return []
  } catch (error) {
    if (isProtocolError(error) && Array.isArray(error.members.details)) return error.members.details
    throw error
  }
}

/** What was read, or the refusal with the place that its details name first as a JSON pointer. RFC 6901 */
export const pointedAt = <Read>(reading: Promise<Read>): Promise<Read> =>
  reading.catch((error: unknown) => {
    throw withPointer(error)
  })

/** The same error with the place that its details name first as a JSON pointer. RFC 6901 */
function withPointer(error: unknown): unknown {
  if (!isProtocolError(error) || 'pointer' in error.members) return error
  const { details } = error.members
  const [first]: unknown[] = Array.isArray(details) ? details : []
  const path = typeof first === 'object' && first !== null && 'path' in first ? first.path : ''
  if (typeof path !== 'string' || path === '') return error
  const pointer = path.split('.').map((step) => `/${pointerStep(step)}`)
  return new ProtocolError(error.code, error.description, { pointer: pointer.join(''), ...error.members })
}

/** A refusal that names one member of the body. */
export const wrongMember = (member: string, message: string, description: string): ProtocolError =>
  new ProtocolError('invalid_request', description, {
    pointer: `/${pointerStep(member)}`,
    details: [{ path: member, code: 'custom', message }],
  })
