import { area, of } from '../../engine/checks/area'
import { decidedBy, notApplicable, notObserved, type Outcome, pass, violated } from '../../engine/checks/check'
import { type IssuanceEvidence, isOver } from '../../engine/sessions/session-evidence'
import { bare, quoteStart, say, word } from '../../shared/values/wording'
import { statusEntries } from '../read/status/status-entries'
import type { StatusListReading } from '../read/status/status-list-reading'

/** Runs a check on the session wallet's request for an existing status list. */
const onWalletsRequest =
  (run: (reading: StatusListReading) => Outcome) =>
  (reading: StatusListReading): Outcome => {
    if (reading.list === null) return notApplicable(say`There is no list at this address.`)
    if (reading.by === 'wallet') return run(reading)
    return notApplicable(
      reading.by === 'unknown'
        ? say`A proxy hides which client asks.`
        : say`Another client than the wallet of this session asks.`,
    )
  }

export const statusSession = area(
  'vci.status',
  { subject: of<IssuanceEvidence>(), impossibleIn: ['no_status'] },
  {
    fetched: {
      title: 'Wallet reads the status list of its credential',
      problem: 'The wallet did not read the status list of its credential',
      clauses: ['TSL14-8'],
      level: 'info',
      why: 'A wallet that knows the status can tell its user that a credential was revoked, before a verifier does.',
      hint: 'Fetch uri of status_list in the credential, and look at the entry idx.',
      run: (evidence) => {
        if (statusEntries(evidence.events).length === 0)
          return notApplicable(say`No credential with a status was issued.`)
        const reads = evidence.events.filter(({ type }) => type === 'status_list_retrieved')
        const read = reads.find(({ detail }) => detail.by === 'wallet')
        if (read === undefined && reads.some(({ detail }) => detail.by === 'unknown'))
          return notObserved(say`A proxy hides whether the wallet read the list.`)
        if (read !== undefined) return read.exchangeId === null ? pass() : decidedBy({ id: read.exchangeId }, pass())
        return isOver(evidence)
          ? violated({ expected: say`a request for the list`, actual: bare.none })
          : notObserved(say`The wallet has not read the list yet.`)
      },
    },
    not_presented: {
      title: 'Wallet does not present a revoked credential',
      problem: 'The wallet presented a credential that had been revoked',
      clauses: ['TSL14-8.3'],
      level: 'should',
      why: 'A verifier refuses a revoked credential, and learns from it what the user may not want to tell.',
      hint: 'Read the status list before presenting, and leave out what it revokes.',
      run: ({ events }) => {
        const issued = statusEntries(events)
        if (issued.length === 0) return notApplicable(say`No credential with a status was issued.`)
        const revokedAt = issued.flatMap(({ status, changedAt }) =>
          status === 'invalid' && changedAt !== null ? [changedAt] : [],
        )
        if (revokedAt.length === 0) return notObserved(say`No credential was revoked.`)
        const asked = events.filter(({ type, at }) => type === 'credential_asked_back' && at > Math.min(...revokedAt))
        const presented = asked.find(({ detail }) => detail.status === 'invalid')
        if (presented !== undefined)
          return violated({ expected: say`another credential, or none`, actual: say`the revoked one` })
        const decided = asked.some(
          ({ at, detail }) =>
            detail.status === 'valid' ||
            (detail.presented === false && revokedAt.length === issued.length && at > Math.max(...revokedAt)),
        )
        return decided ? pass() : notObserved(say`No verifier of ours asked for the credential after it was revoked.`)
      },
    },
  },
)

/** Checks of status list requests; they refuse nothing. */
export const statusListChecks = Object.values(
  area(
    'vci.status',
    { subject: of<StatusListReading>(), impossibleIn: ['no_status'] },
    {
      accept: {
        title: 'Status list request names the type of list that it takes',
        problem: 'The status list request does not say which type of list it takes',
        clauses: ['TSL14-8.1'],
        level: 'should',
        why: 'A status list comes as JWT or as CWT, and its server cannot know which of them a wallet reads.',
        hint: 'Send Accept: application/statuslist+jwt, or application/statuslist+cwt.',
        run: onWalletsRequest(({ accept }) =>
          accept !== null && /application\/statuslist\+(jwt|cwt)/i.test(accept)
            ? pass(quoteStart(accept, 200))
            : violated({
                expected: say`application/statuslist+jwt or application/statuslist+cwt`,
                actual: quoteStart(accept, 200) ?? say`no Accept header`,
              }),
        ),
      },
      anonymous: {
        title: 'Status list request does not tell who asks',
        problem: 'The status list request tells who asks',
        clauses: ['TSL14-12.1'],
        level: 'should',
        why: 'A list is public, so that its issuer does not learn whose credential is looked up. A token or a cookie tells.',
        hint: 'Send neither Authorization nor DPoP nor cookies to the status list.',
        run: onWalletsRequest(({ identifying }) =>
          identifying.length === 0
            ? pass()
            : violated({ expected: say`no token and no cookie`, actual: identifying.map((name) => word(name)) }),
        ),
      },
      paced: {
        title: 'Wallet reads the status list again only after its ttl',
        problem: 'The wallet read the status list again before its ttl was over',
        clauses: ['TSL14-8.3', 'TSL14-13.7'],
        level: 'should',
        why: 'The list says how long a copy of it may be used; all wallets of an issuer together could overload its server.',
        hint: 'Keep the list for ttl seconds, and fetch it again only then.',
        run: onWalletsRequest(({ previousAt, ttlSeconds, now }) => {
          if (previousAt === null) return notApplicable(say`The wallet reads this list for the first time.`)
          const after = Math.floor((now - previousAt) / 1000)
          return after >= ttlSeconds
            ? pass(say`${after} s later`)
            : violated({ expected: say`${ttlSeconds} s later`, actual: say`${after} s later` })
        }),
      },
    },
  ),
)
