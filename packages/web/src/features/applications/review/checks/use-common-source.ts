import type { ApplicationEntity } from '@parley/core/applications/application'
import { useSession } from '../../../../data/session/session.ts'
import { useNow } from '../../../../ui/hooks/use-now.ts'
import { type CommonSource, commonSource } from './provenance-words.ts'

/** Where the values of a section of an application came from, by the section's name. */
export function useCommonSource({
  provenance,
  attachments,
}: Pick<ApplicationEntity, 'provenance' | 'attachments'>): (section: string) => CommonSource | null {
  const now = useNow()
  const viewerId = useSession()?.user.id ?? null
  return section => {
    const origins = Object.entries(provenance).flatMap(([path, from]) =>
      path.startsWith(`${section}.`) ? [from] : [],
    )
    return commonSource(origins, attachments, viewerId, now)
  }
}
