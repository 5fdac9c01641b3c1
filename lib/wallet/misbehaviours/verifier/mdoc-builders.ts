import type { DeviceProof } from '../../formats/mso-mdoc/device-signed'
import type { MdocDraft } from '../../formats/mso-mdoc/issue'
import type { DeviceResponseDraft, DocumentDraft } from '../../formats/mso-mdoc/present'
import type { JsonObject } from '../../json'
import { asking, claims, type Extra, merged, misbehaviour } from './builders'
import type { PatchContext, PresentationMisbehaviour, PresentationNeeds } from './misbehaviour'

type Expect = PresentationMisbehaviour['expect']
type Change<Draft> = (draft: Draft, context: PatchContext) => void

/** The document type of a PID, and the namespace of its elements. */
export const mdocPid = 'eu.europa.ec.eudi.pid.1'

/** A query for these elements of the PID as mdoc. */
export const pidMdoc = (elements: string[], changes: JsonObject = {}): JsonObject => ({
  id: 'pid',
  format: 'mso_mdoc',
  meta: { doctype_value: mdocPid },
  ...claims(...elements.map((name) => [mdocPid, name])),
  ...changes,
})

/** Needs a session that asks for an mdoc. */
export const askingMdoc: PresentationNeeds = asking(pidMdoc(['family_name', 'given_name', 'birth_date']))

const foreign: PresentationNeeds = { ...askingMdoc, profile: { credential: 'foreign' } }

/** A misbehaviour in what is shown of an mdoc. */
export const inDocument = (
  id: string,
  title: string,
  expect: Expect,
  change: Change<DocumentDraft>,
  extra: Extra = {},
) => misbehaviour(id, title, expect, { ...merged(extra, askingMdoc), patchDocument: { at: 'response', change } })

/** A misbehaviour in the proof of the device. */
export const inDeviceProof = (
  id: string,
  title: string,
  expect: Expect,
  change: Change<DeviceProof>,
  extra: Extra = {},
) => misbehaviour(id, title, expect, { ...merged(extra, askingMdoc), patchDeviceProof: { at: 'response', change } })

/** A misbehaviour in the device response around the document. */
export const inDeviceResponse = (
  id: string,
  title: string,
  expect: Expect,
  change: Change<DeviceResponseDraft>,
  extra: Extra = {},
) => misbehaviour(id, title, expect, { ...merged(extra, askingMdoc), patchDeviceResponse: { at: 'response', change } })

/** The mdoc comes from an unknown issuer, with an error of that issuer. */
export const inMdocIssuance = (
  id: string,
  title: string,
  expect: Expect,
  change: Change<MdocDraft>,
  extra: Extra = {},
) => misbehaviour(id, title, expect, { ...merged(extra, foreign), patchMdocIssuance: { at: 'response', change } })
