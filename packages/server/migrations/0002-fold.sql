-- One spelling for texts that people read as the same: small letters without accents, one kind of apostrophe, hyphen, digit
-- and space, nothing invisible. It gives the same as `fold` of packages/core/src/text/fold.ts: src/db/fold.test.ts compares
-- both.

-- Whether a text needs no more than small letters: ASCII without controls, the backtick and spaces to collapse.
create function is_plain(t text) returns boolean language sql immutable parallel safe
  return octet_length(t) = char_length(t) and t !~ '[\u0001-\u001f\u007f`]|  |^ | $';

-- The fold of a text that is not plain.
do $migration$
declare
  -- Case goes by Unicode in every database: by PostgreSQL's own table (17 and later), by ICU's, else as the database has it.
  letters constant text := coalesce(
    (select quote_ident(collname) from pg_collation where collname in ('pg_c_utf8', 'und-x-icu')
      order by collname = 'pg_c_utf8' desc limit 1),
    '"default"');
begin
  execute format($create$
    create function fold_all(t text) returns text language plpgsql immutable strict parallel safe as $fold$
    begin
      t := lower(regexp_replace(normalize(replace(t, '´', ''''), NFKD), '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g') collate %s);
      t := replace(replace(replace(t, '’', ''''), '‘', ''''), '–', '-');
      -- The list is long, and few texts have any of it.
      if t ~ '[`´‘’‛ʹʻʼʽʾʿˈ′‵Ꞌꞌ‐‑‒–—―−⁃⸺⸻“”„‟«»″⁄ςƀɓƈðđɖɗƌɛəǝƒɣɠǥħɦıɨȷɉĸƙłƚɫɲƞøɔɵƥŧƭʈʉʋƴƶ٠۰١۱٢۲٣۳٤۴٥۵٦۶٧۷٨۸٩۹]' then
        t := translate(t, '''`´‘’‛ʹʻʼʽʾʿˈ′‵Ꞌꞌ‐‑‒–—―−⁃⸺⸻“”„‟«»″⁄ςƀɓƈðđɖɗƌɛəǝƒɣɠǥħɦıɨȷɉĸƙłƚɫɲƞøɔɵƥŧƭʈʉʋƴƶ٠۰١۱٢۲٣۳٤۴٥۵٦۶٧۷٨۸٩۹', '''''''''''''''''''''''''''''''''''----------"""""""/σbbcdddddeeefggghhiijjkklllnnoooptttuvyz00112233445566778899');
      end if;
      t := replace(replace(replace(replace(replace(t, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ŋ', 'ng''');
      return btrim(regexp_replace(t, ' *[\u0009-\u000d\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000][\u0009-\u000d\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000 ]*|  +', ' ', 'g'), ' ');
    end $fold$
  $create$, letters);
end $migration$;

-- Not strict, so that the planner puts it in the place of its calls.
create function fold(t text) returns text language sql immutable parallel safe
  return case when is_plain(t) then lower(t collate "C") collate "default" else fold_all(t) end;

-- A name of which nothing can be seen is none, and none turns what stands behind it around: see `visibleName` of core.
update customers set name = nullif(btrim(translate(name, U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069', '')), '')
  where name ~ '[\u202a-\u202e\u2066-\u2069]';
update customers set name = null where fold(name) = '';

-- Tags that read the same are one, in the first spelling.
update conversations c set tags = array(
  select tag from (
    select distinct on (fold(tag)) tag, place from unnest(c.tags) with ordinality t (tag, place)
    where fold(tag) <> '' order by fold(tag), place
  ) each order by place
) where tags <> '{}';

-- Search goes by the fold. The expressions stand word for word in src/conversations/search.ts, src/tickets/list.ts and
-- src/search.
drop index customers_search, customers_number_found, tickets_found, ticket_notes_found, issues_found, applications_search,
  application_notes_found, conversation_notes_found;
create index customers_search on customers using gin (
  fold(coalesce(name, 'Customer (' || coalesce(phone, 'Unknown') || ')')) gin_trgm_ops, phone gin_trgm_ops
);
create index customers_number_found on customers using gin (fold(customer_number) gin_trgm_ops);
create index tickets_found on tickets using gin (fold(ticket_number || ' ' || title || ' ' || description) gin_trgm_ops);
create index ticket_notes_found on ticket_notes using gin (fold(text) gin_trgm_ops);
create index issues_found on issues using gin (fold(title || ' ' || description) gin_trgm_ops);
create index applications_search on applications using gin (
  fold(customer_name) gin_trgm_ops, customer_phone gin_trgm_ops, fold(customer_id_number) gin_trgm_ops
);
create index application_notes_found on application_notes using gin (fold(content) gin_trgm_ops);
create index conversation_notes_found on conversation_notes using gin (fold(text) gin_trgm_ops);

-- The words of messages are folded alike: the job writes them anew, the newest first.
truncate message_words, search_words, search_state;
