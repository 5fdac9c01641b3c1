import { notApplicable, type Outcome, pass, violated } from '../../engine/checks/check'
import { shownPath } from '../../engine/judgements/shown'
import type { CborItem } from '../../shared/cbor/cbor-item'
import { say, type Wording } from '../../shared/values/wording'
import type { PresentedSubject } from '../read/response/response-reading'
import { onMdocDocument } from './subjects'

/** Document type and namespace of the PID. EU PID Rulebook, section 3.1.1 */
export const mdocPid = 'eu.europa.ec.eudi.pid.1'

/** Presented elements of the PID namespace, by name. */
export type MdocPidElements = ReadonlyMap<string, CborItem>

/** Runs a check on a presented mdoc PID. */
export const onMdocPid = (run: (elements: MdocPidElements) => Outcome): ((subject: PresentedSubject) => Outcome) =>
  onMdocDocument(({ docType, elements }) =>
    docType === mdocPid
      ? run(
          new Map(
            elements.flatMap(({ namespace, name, value }) =>
              namespace === mdocPid && name !== null && value !== null ? [[name, value]] : [],
            ),
          ),
        )
      : notApplicable(say`The credential is not a PID.`),
  )

/** Judges each named element that was presented. A withheld element is never missing. */
export function judgeElements(
  elements: MdocPidElements,
  names: readonly string[],
  expected: Wording,
  good: (value: CborItem, name: string) => boolean,
): Outcome {
  const there = names.flatMap((name) => {
    const value = elements.get(name)
    return value === undefined ? [] : [{ name, value }]
  })
  if (there.length === 0) return notApplicable(say`None of these elements is present.`)
  const bad = there.filter(({ name, value }) => !good(value, name))
  return bad.length === 0
    ? pass(there.map(({ name }) => shownPath([name])))
    : violated({ expected, actual: bad.map(({ name }) => shownPath([name])) })
}
