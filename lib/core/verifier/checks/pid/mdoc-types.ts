import { defineCheck } from '../../../engine/checks/check'
import type { CborItem } from '../../../ground/cbor/cbor-item'
import { pidAttributes } from '../../../ground/pid/attributes'
import { say } from '../../../ground/values/wording'
import { judgeElements, onMdocPid } from '../../judgements/on-mdoc-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidMdocTypes = defineCheck<PresentedSubject>('vp.pid.mdoc_types', {
  title: 'Elements of the PID in an mdoc have the types of the rulebook',
  problem: 'An element of the PID in an mdoc does not have the type of the rulebook',
  clauses: ['PIDRB-3'],
  level: 'info',
  profile: 'pid',
  why: 'Verifiers do not understand other types.',
  hint: 'The issuer writes text as tstr, portrait as bytes of a JPEG, nationality as an array and place_of_birth as a map.',
  run: onMdocPid((elements) => judgeElements(elements, [...elements.keys()], say`the type of the rulebook`, hasType)),
})

function hasType(value: CborItem, name: string): boolean {
  switch (typeOf.get(name)) {
    case 'tstr':
      return value.kind === 'text'
    case 'uint':
      return value.kind === 'integer'
    case 'bstr':
      // Every JPEG begins with this marker.
      return value.kind === 'bytes' && value.value[0] === 0xff && value.value[1] === 0xd8
    case 'array of tstr':
      return value.kind === 'array' && value.items.every(({ kind }) => kind === 'text')
    case 'place':
      return value.kind === 'map' && value.entries.every(([part, text]) => part.kind === 'text' && text.kind === 'text')
    // Dates have their own check, and other elements may have any type.
    default:
      return true
  }
}

const typeOf: ReadonlyMap<string, string> = new Map(
  pidAttributes.flatMap(({ mdoc }) => (mdoc === null ? [] : [[mdoc.element, mdoc.type]])),
)
