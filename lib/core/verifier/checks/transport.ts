import { area, of } from '../../engine/checks/area'
import {
  isServed,
  requestGone,
  responseElsewhere,
  type UnservedSubject,
  unservedReasons,
} from '../../engine/judgements/unserved'

/** Checks of requests that no rule of an endpoint refused. */
export const servedChecks = Object.values(
  area(
    'vp.transport',
    { subject: of<UnservedSubject>() },
    {
      served: {
        title: 'Request is one that its address takes',
        reasons: { ...unservedReasons('the request of the verifier'), ...requestGone, ...responseElsewhere },
        clauses: ['RFC9110-15.5'],
        level: 'info',
        why: 'Before any rule of a presentation is asked, a request needs an address that exists, a method that it takes, and a size that it can hold.',
        run: isServed,
      },
    },
  ),
)
