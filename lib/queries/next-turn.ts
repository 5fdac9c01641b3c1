import 'server-only'
import { container } from '@/lib/server/container'

/** Resolves once everything else that waits had its turn: for pages that take long, between two of their parts. */
export const nextTurn = (): Promise<unknown> => container().ports.turn()
