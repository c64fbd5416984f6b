/** The words of at least four characters: shorter ones are near to too many others. */
const WORDS = (row: string) => String.raw`
  select distinct piece[1] as word
  from ${row}, regexp_matches(sort_name(concat_ws(' ', name, company)), '[^[:space:][:punct:]]{4,}', 'g') as piece
  where char_length(piece[1]) <= 30`;

/**
 * The distinct words of the clients' names and companies, in which a search with a typing error finds the word that was
 * meant. The table has no unique constraint, so that concurrent writers of the same new word never wait for each other:
 * a word that is stored twice does no harm.
 */
export const CLIENT_WORDS = String.raw`
  create table client_words (word text not null);
  create index client_words_equal on client_words (word collate "C");
  create index client_words_near on client_words using gin (word gin_trgm_ops);

  -- Once a statement, since an import inserts many rows.
  create function client_words_insert() returns trigger
    language plpgsql
    as $$
    begin
      insert into client_words
      select word from (${WORDS('inserted')}) as words
      where not exists (select from client_words as known where known.word collate "C" = words.word);
      return null;
    end $$;
  create trigger client_words_insert after insert on clients
    referencing new table as inserted for each statement execute function client_words_insert();

  create function client_words_update() returns trigger
    language plpgsql
    as $$
    begin
      insert into client_words
      select word from (${WORDS('(select new.name, new.company) as changed')}) as words
      where not exists (select from client_words as known where known.word collate "C" = words.word);
      return null;
    end $$;
  create trigger client_words_update after update of name, company on clients
    for each row execute function client_words_update();

  -- A removed client leaves no word that nobody else has. To look for each word of very many would take longer than to
  -- gather all words anew.
  create function client_words_delete() returns trigger
    language plpgsql
    as $$
    begin
      if (select count(*) from (select from removed limit 1001) as counted) > 1000 then
        delete from client_words;
        insert into client_words ${WORDS('clients')};
      else
        delete from client_words
        where word collate "C" in (${WORDS('removed')})
          and not exists (select from clients where search_text like '%' || word || '%');
      end if;
      return null;
    end $$;
  create trigger client_words_delete after delete on clients
    referencing old table as removed for each statement execute function client_words_delete();
`;
