import type { JsonObject } from '../values/json'
import type { CredentialFormat, CredentialType } from './credential-format'
import { msoMdoc } from './mso-mdoc/mso-mdoc'
import { sdJwtVc } from './sd-jwt-vc/sd-jwt-vc'

/** All supported credential formats. */
const credentialFormats: readonly CredentialFormat[] = [sdJwtVc, msoMdoc]

/** The format with this identifier. Throws if unknown: configurations only name supported formats. */
export function credentialFormat(format: CredentialType['format']): CredentialFormat {
  const found = credentialFormats.find((candidate) => candidate.format === format)
  if (found === undefined) throw new Error(`The credential format ${format} is not in the list of formats.`)
  return found
}

/** True for a format whose presentations can be read. */
export const isReadFormat = (format: string): boolean => credentialFormats.some((known) => known.format === format)

/** Describes a credential of any format for evidence; `null` for anything else. Never throws. */
export function describeCredential(credential: string): JsonObject | null {
  for (const format of credentialFormats) {
    const described = format.describe(credential)
    if (described !== null) return described
  }
  return null
}
