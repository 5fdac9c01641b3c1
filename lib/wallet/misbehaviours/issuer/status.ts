import { setHeader } from '../../http/wire'
import type { Misbehaviour } from './misbehaviour'

const withStatus = { issuer: 'eu-pid-jwt-proof-only', sessionOptions: { laboratory: { status: {} } } } as const

/** Rules for whoever reads a status list. TSL14-8 */
export const statusMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.status.accept',
    title: 'Asks for a status list of any type',
    expect: 'accepted',
    needs: withStatus,
    patchRequest: { at: 'status_list', change: ({ headers }) => setHeader(headers, 'Accept', '*/*') },
  },
  {
    id: 'vci.status.anonymous',
    title: 'Sends its access token to the status list',
    expect: 'accepted',
    needs: withStatus,
    patchRequest: {
      at: 'status_list',
      change: ({ headers }, { facts }) => setHeader(headers, 'Authorization', `DPoP ${facts.accessToken ?? ''}`),
    },
  },
  {
    id: 'vci.status.paced',
    title: 'Reads the status list twice at once',
    expect: 'accepted',
    needs: withStatus,
    repeat: { step: 'status_list', after: 'accepted' },
  },
  {
    id: 'vci.status.fetched',
    title: 'Never reads the status list',
    expect: 'accepted',
    needs: withStatus,
    staysUnseen: true,
    skip: 'status_list',
  },
]
