export { SessionNotFound as default, sessionNotFoundMetadata as metadata } from '@/components/site/fallback-pages'
