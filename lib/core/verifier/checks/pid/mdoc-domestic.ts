import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import { mdocPid } from '../../judgements/on-mdoc-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

/** The namespace of all countries without its version, a country or region, and a version if the issuer has any. */
const domestic = /^eu\.europa\.ec\.eudi\.pid\.[A-Za-z]{2}(-[A-Za-z0-9]{1,3})?(\.[0-9]+)?$/

export const pidMdocDomestic = defineCheck<PresentedSubject>('vp.pid.mdoc_domestic', {
  title: 'National elements of the PID are in a namespace that names the country',
  problem: 'National elements of the PID are in a namespace that does not name the country',
  clauses: ['PIDRB-3'],
  level: 'info',
  profile: 'pid',
  why: 'Only the namespace tells the national elements of one country from those of another.',
  hint: 'The issuer puts the country code, or that of a region, behind eu.europa.ec.eudi.pid: eu.europa.ec.eudi.pid.de.1.',
  run: onMdocDocument(({ docType, elements }) => {
    if (docType !== mdocPid) return notApplicable(say`The credential is not a PID.`)
    const others = [...new Set(elements.map(({ namespace }) => namespace))].filter((name) => name !== mdocPid)
    if (others.length === 0) return notApplicable(say`No national element was presented.`)
    const bad = others.filter((name) => !domestic.test(name))
    return bad.length === 0
      ? pass(others.map((name) => shown(name)))
      : violated({ expected: say`eu.europa.ec.eudi.pid. and a country code`, actual: bad.map((name) => shown(name)) })
  }),
})
