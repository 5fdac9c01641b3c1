import type { IssueInput } from '../../shared/formats/credential-format'
import type { ClauseId } from '../../shared/ports/clauses'
import { addSeconds } from '../../shared/time/time'
import { isObject, type JsonObject } from '../../shared/values/json'
import { statusListSize } from '../configurations/laboratory/status-lists'
import type { WrongList, WrongReference } from '../configurations/laboratory/status-options'
import { type IssuerDeviation, withFlippedBit } from './issuer-deviation'
import { notifies } from './next-step'

/** Without a notification it is unknown whether the wallet kept the credential. */
const ofReference = {
  expects: 'refusal',
  must: 'The wallet must not keep the credential. If it notifies, it reports credential_failure.',
  next: notifies,
  silence: 'says_nothing',
} as const

/** No specification requires a holder to read the list, or says what follows. */
const ofList = {
  expects: 'report',
  must: 'No text says what a wallet does: it may refuse the credential, mark it, or leave the list to verifiers.',
  next: notifies,
  silence: 'says_nothing',
} as const

/** Members of a correct reference. */
interface Reference {
  readonly idx: number
  readonly uri: string
}

interface Wrong {
  readonly title: string
  readonly clause: ClauseId
  readonly status: (right: Reference) => JsonObject
}

const references: Readonly<Record<WrongReference | 'out_of_bounds', Wrong>> = {
  empty: { title: 'The status of the credential is empty.', clause: 'TSL14-6.2', status: () => ({}) },
  without_list: {
    title: 'The status of the credential names a mechanism that nobody knows, and no status_list.',
    clause: 'TSL14-6.2',
    status: ({ uri }) => ({ unknown_mechanism: { uri } }),
  },
  idx_missing: {
    title: 'The status of the credential has no idx.',
    clause: 'TSL14-6.2',
    status: ({ uri }) => ({ status_list: { uri } }),
  },
  idx_negative: {
    title: 'The idx of the status is negative.',
    clause: 'TSL14-6.2',
    status: ({ uri }) => ({ status_list: { idx: -1, uri } }),
  },
  idx_text: {
    title: 'The idx of the status is a text.',
    clause: 'TSL14-6.2',
    status: ({ idx, uri }) => ({ status_list: { idx: String(idx), uri } }),
  },
  uri_missing: {
    title: 'The status of the credential has no uri.',
    clause: 'TSL14-6.2',
    status: ({ idx }) => ({ status_list: { idx } }),
  },
  uri_no_scheme: {
    title: 'The uri of the status has no scheme.',
    clause: 'RFC3986-3.1',
    status: ({ idx, uri }) => ({ status_list: { idx, uri: uri.replace(/^[a-z]+:/, '') } }),
  },
  uri_space: {
    title: 'The uri of the status has a space in it.',
    clause: 'RFC3986-2',
    status: ({ idx, uri }) => ({ status_list: { idx, uri: uri.replace(/\/(?=\d$)/, '/ ') } }),
  },
  uri_bad_percent: {
    title: 'The uri of the status has a percent sign that encodes nothing.',
    clause: 'RFC3986-2.1',
    status: ({ idx, uri }) => ({ status_list: { idx, uri: `${uri}%zz` } }),
  },
  uri_pipe: {
    title: 'The uri of the status has a vertical bar in it.',
    clause: 'RFC3986-2',
    status: ({ idx, uri }) => ({ status_list: { idx, uri: `${uri}|` } }),
  },
  uri_empty: {
    title: 'The uri of the status is empty.',
    clause: 'RFC3986-3.1',
    status: ({ idx }) => ({ status_list: { idx, uri: '' } }),
  },
  out_of_bounds: {
    title: 'The idx of the status lies behind the end of its list.',
    clause: 'TSL14-8.3',
    status: ({ idx, uri }) => ({ status_list: { idx: statusListSize + idx, uri } }),
  },
}

/** Credentials of an issuer without status lists stay unchanged. */
const withReference =
  (change: Wrong['status']) =>
  (right: IssueInput): IssueInput => {
    const reference = right.status?.status_list
    if (!isObject(reference)) return right
    return { ...right, status: change({ idx: Number(reference.idx), uri: String(reference.uri) }) }
  }

const lists: Readonly<
  Record<
    Exclude<WrongList, 'out_of_bounds'>,
    { readonly title: string; readonly changes: Pick<IssuerDeviation['changes'], 'statusList'> }
  >
> = {
  sub_differs: {
    title: 'The status list is that of another address.',
    changes: { statusList: { claims: (right) => ({ ...right, uri: `${right.uri}0` }) } },
  },
  list_expired: {
    title: 'The status list expired a minute before it was sent.',
    changes: {
      statusList: {
        claims: (right) => ({
          ...right,
          issuedAt: addSeconds(right.issuedAt, -3600),
          expiresAt: addSeconds(right.issuedAt, -60),
        }),
      },
    },
  },
  list_bad_signature: {
    title: 'The signature of the status list is wrong.',
    changes: {
      statusList: { signer: (right) => ({ ...right, sign: (data) => withFlippedBit(right.sign(data)) }) },
    },
  },
  list_404: { title: 'The status list is not found.', changes: { statusList: { notFound: true } } },
}

const needing = (form: WrongReference | WrongList) =>
  ({ id: `status_${form}`, needs: { laboratory: { status: { form } } } }) as const

const ofForm = (
  form: WrongReference | 'out_of_bounds',
): Omit<IssuerDeviation, 'expects' | 'must' | 'next' | 'silence'> => {
  const { title, clause, status } = references[form]
  return { ...needing(form), title, clause, changes: { credential: withReference(status) } }
}

/** A wrong status reference or status list. TSL14-6, TSL14-8.3 */
export const statusDeviations: readonly IssuerDeviation[] = [
  ...(Object.keys(references) as (keyof typeof references)[]).map(
    (form): IssuerDeviation => ({ ...ofForm(form), ...(form === 'out_of_bounds' ? ofList : ofReference) }),
  ),
  ...(Object.keys(lists) as (keyof typeof lists)[]).map(
    (form): IssuerDeviation => ({ ...needing(form), clause: 'TSL14-8.3', ...lists[form], ...ofList }),
  ),
]
