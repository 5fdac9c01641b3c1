import { findSession } from '@/lib/core/issuer/endpoints/sessions/find-session'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/sessions/find', { POST: findSession })
