# a.rb
