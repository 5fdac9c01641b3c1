import { paths } from '@/lib/paths'

const bodies: Readonly<Record<string, object>> = {
  unit: { list: 1, shown: true, status: 'invalid' },
  assume: { assume: 'revoked' },
}

/** API request for a button of the panel. Passes an unknown one through as nothing, for the API to refuse. */
export const walletUnitRequest = (sessionId: string, revoke: unknown) => ({
  path: paths.api.laboratory(sessionId, 'wallet-units'),
  body: { ...(typeof revoke === 'string' && Object.hasOwn(bodies, revoke) ? bodies[revoke] : {}) },
})
